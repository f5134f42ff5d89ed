/** Compressed sparse rows: the numbers of row r are `of[first[r]]` up to, but not with, `of[first[r + 1]]`. */
export interface Rows {
  readonly first: Int32Array;
  readonly of: Int32Array;
}

/** The first place among ascending numbers whose number is no less than the wanted one; `end`: there is none. */
export function firstFrom(
  numbers: Int32Array,
  wanted: number,
  begin = 0,
  end = numbers.length,
): number {
  let [low, high] = [begin, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** @param each visits all numbers with their rows, twice in the same order. Rows have their numbers in this order. */
export function fillRows(
  count: number,
  each: (visit: (row: number, number: number) => void) => void,
): Rows {
  const first = new Int32Array(count + 1);
  each((row) => (first[row + 1] as number)++);
  for (let row = 0; row < count; row++) (first[row + 1] as number) += first[row] as number;
  const next = first.slice(0, count);
  const of = new Int32Array(first[count] as number);
  each((row, number) => {
    of[(next[row] as number)++] = number;
  });
  return { first, of };
}

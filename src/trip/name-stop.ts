/** What a stop of a trip is called at the beginning of a sentence. */
export function nameStop(index: number, count: number): string {
  if (index === 0) return 'The start';
  return index === count - 1 ? 'The end' : `Via point ${index}`;
}

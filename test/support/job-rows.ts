/** A drive into Oslo for each row, and those given in their places. */
export const jobRows = (count: number, instead: Readonly<Record<number, string>> = {}): string =>
  [
    'id,from,to,startTime',
    ...Array.from(
      { length: count },
      (_, i) =>
        instead[i + 1] ?? `${i + 1},"59.9125,10.6360","59.9139,10.7522",2026-11-20T08:00:00+01:00`,
    ),
    '',
  ].join('\n');

/** Files that visitors choose on the pages. */
const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** Two trips, and between them a row that can not be read. */
export const ROWS = csv(
  'rows.csv',
  `id,from,to,startTime
1,Lysaker,Oslo,2026-11-20T08:00:00+01:00
2,nowhere at all,Oslo,2026-11-20T08:00:00+01:00
3,Lysaker,Oslo,2026-11-20T12:00:00+01:00
`,
);

/** A recording of a drive past toll stations. */
export const DRIVE = csv(
  'drive.csv',
  `lat,lon,at
59.89,10.52,2026-11-20T08:00:00+01:00
59.9125,10.636,2026-11-20T08:12:00+01:00
59.9139,10.7522,2026-11-20T08:20:00+01:00
`,
);

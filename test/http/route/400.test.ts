import { expect, test } from 'vitest';
import { appOf, keyed } from '../../support/app.ts';

const ENDS = 'from=59.91,10.75&to=60.39,5.32';
const POINT =
  'must be "<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522, or the name or postcode of a place.';
const OFFSET = 'has no offset from UTC: write it with Z or like 2026-11-20T08:00:00+01:00.';
const DATE_TIME =
  'must be an ISO 8601 date-time with an offset, such as 2026-11-20T08:00:00+01:00.';
const LENGTH = 'vehicleLength must be a number of metres above 0 and at most 60.';
const CLASSES = 'ferryClass must be MC, AP1, AP2, AP3, AP4, AP5, AP6, AP7, AP8 or AP9.';

const QUERIES: readonly (readonly [query: string, sentence: string])[] = [
  ['', 'from is missing.'],
  ['from=59.91,10.75', 'to is missing.'],
  ['to=59.91,10.75', 'from is missing.'],
  ['from=&to=60.39,5.32', `from ${POINT}`],
  ['from=59.91&to=60.39,5.32', `from ${POINT}`],
  ['from=150&to=60.39,5.32', `from ${POINT}`],
  ['from=59.91,10.75,3&to=60.39,5.32', `from ${POINT}`],
  ['from=59,91,10,75&to=60.39,5.32', `from ${POINT}`],
  [
    'from=Olso&to=60.39,5.32',
    'from is "Olso", and no place of this name is known. Near to it: Oslo. Streets and addresses are found where the operator sets ADDRESS_SEARCH=kartverket; "<lat>,<lon>" always is.',
  ],
  ['from=9999&to=60.39,5.32', 'from is the postcode 9999, which is not known.'],
  ['from=NaN,10.75&to=60.39,5.32', `from ${POINT}`],
  ['from=Infinity,10.75&to=60.39,5.32', `from ${POINT}`],
  ['from=1e999,10.75&to=60.39,5.32', `from ${POINT}`],
  ['from=5.991e1,10.75&to=60.39,5.32', `from ${POINT}`],
  ['from=0x3b,10.75&to=60.39,5.32', `from ${POINT}`],
  ['from=%00&to=60.39,5.32', `from ${POINT}`],
  ['from=%zz&to=60.39,5.32', `from ${POINT}`],
  [
    'from=90.01,10.75&to=60.39,5.32',
    'from has the latitude 90.01, which must be between -90 and 90.',
  ],
  [
    'from=59.91,10.75&to=60.39,-180.5',
    'to has the longitude -180.5, which must be between -180 and 180.',
  ],
  ['from=59.91,10.75&from=59.92,10.75&to=60.39,5.32', 'from must be given once.'],
  [`${ENDS}&via=60.1,9|`, `via point 2 ${POINT}`],
  [`${ENDS}&via=60.1,9;60.2,8`, `via point 1 ${POINT}`],
  [`${ENDS}&via=60.1,9&via=60.2,8`, 'via must be given once.'],
  [
    `${ENDS}&via=${Array(9).fill('60.1,9').join('|')}`,
    'via has 9 points, and at most 8 are allowed.',
  ],
  [`${ENDS}&via=60.1,9|95,9`, 'via point 2 has the latitude 95, which must be between -90 and 90.'],
  [`${ENDS}&refine=yes`, 'refine must be 1, 0 or empty.'],
  [`${ENDS}&refine=true`, 'refine must be 1, 0 or empty.'],
  [`${ENDS}&refine=1&refine=1`, 'refine must be given once.'],
  [`${ENDS}&heavy=2`, 'heavy must be 1, 0 or empty.'],
  [`${ENDS}&avoidTolls=01`, 'avoidTolls must be 1, 0 or empty.'],
  [`${ENDS}&startTime=`, `startTime ${DATE_TIME}`],
  [`${ENDS}&startTime=now`, `startTime ${DATE_TIME}`],
  [`${ENDS}&startTime=2026-11-20`, `startTime ${OFFSET}`],
  [`${ENDS}&startTime=2026-11-20T08:00:00`, `startTime ${OFFSET}`],
  [
    `${ENDS}&startTime=2026-02-30T08:00:00Z`,
    'startTime has a day that does not exist: 2026-02-30.',
  ],
  [`${ENDS}&startTime=2026-11-20T25:00:00Z`, `startTime ${DATE_TIME}`],
  [`${ENDS}&startTime=2026-11-20T08:00:00%2B25:00`, `startTime ${DATE_TIME}`],
  [`${ENDS}&startTime=1795158000`, `startTime ${DATE_TIME}`],
  [`${ENDS}&startTime=1999-12-31T23:00:00Z`, 'startTime must lie in the years 2000 to 2100.'],
  [`${ENDS}&startTime=2101-01-01T00:00:00Z`, 'startTime must lie in the years 2000 to 2100.'],
  [`${ENDS}&ferryClass=AP10`, CLASSES],
  [`${ENDS}&ferryClass=ap1`, CLASSES],
  [`${ENDS}&ferryClass=`, CLASSES],
  [`${ENDS}&vehicleLength=0`, LENGTH],
  [`${ENDS}&vehicleLength=-7`, LENGTH],
  [`${ENDS}&vehicleLength=60.01`, LENGTH],
  [`${ENDS}&vehicleLength=7,5`, LENGTH],
  [`${ENDS}&vehicleLength=7e0`, LENGTH],
  [`${ENDS}&vehicleLength=0x7`, LENGTH],
  [`${ENDS}&vehicleLength=%2B7`, LENGTH],
  [`${ENDS}&vehicleLength=%207`, LENGTH],
  [`${ENDS}&vehicleLength=%EF%BC%97`, LENGTH],
  [`${ENDS}&vehicleLength=`, LENGTH],
  [`${ENDS}&vehicleLength=long`, LENGTH],
  [`${ENDS}&ferryClass=AP2&vehicleLength=long`, LENGTH],
  [`${ENDS}&srs=wgs84`, 'srs must be 25833 or 4326.'],
  [`${ENDS}&alternatives=`, 'alternatives must be 0, 1, 2 or pareto.'],
  [`${ENDS}&alternatives=3`, 'alternatives must be 0, 1, 2 or pareto.'],
  [`${ENDS}&alternatives=-1`, 'alternatives must be 0, 1, 2 or pareto.'],
  [`${ENDS}&alternatives=1.0`, 'alternatives must be 0, 1, 2 or pareto.'],
  [`${ENDS}&alternatives=%201`, 'alternatives must be 0, 1, 2 or pareto.'],
  [`${ENDS}&alternatives=true`, 'alternatives must be 0, 1, 2 or pareto.'],
  [`${ENDS}&alternatives=0&alternatives=0`, 'alternatives must be given once.'],
];

test.each(QUERIES)('%s is refused with "%s"', async (query, sentence) => {
  const reply = await appOf().inject(keyed(`/api/route?${query}`));
  expect(reply.json()).toMatchObject({
    error: sentence,
    message: sentence,
    requestId: reply.headers['x-request-id'],
  });
  expect(reply.statusCode).toBe(400);
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(reply.headers['cache-control']).toBe('no-store');
});

import { expect, test } from 'vitest';
import { mergeDrivePasts } from '../../../src/pricing/toll/drive-past.ts';
import { table } from '../../support/table.ts';
import { passagesOf, station } from './stations.ts';

const STATIONS = [
  station('A1', { passageKey: 'A' }),
  station('A2', { passageKey: 'A' }),
  station('A3', { passageKey: 'A' }),
  station('B'),
];

test.each(
  table<'records' | 'passages' | 'because'>(`
    records                               | passages                     | because
    12:00 A1, 12:00 A2                    | 12:00 A1                     | two records of one station are one passage
    12:00 A1, 12:02 A2                    | 12:00 A1                     | two minutes are one drive past
    12:00 A1, 12:03 A2                    | 12:00 A1, 12:03 A2           | after more it is a new passage
    12:00 A1, 12:01 A2, 12:03 A3          | 12:00 A1, 12:03 A3           | the two minutes do not slide
    12:00 A1, 12:00 B, 12:01 A2           | 12:00 A1, 12:00 B            | another station may lie between
    12:00 A1, 12:30 A1                    | 12:00 A1, 12:30 A1           | whoever comes back passes again
    12:00 A1, 12:01 A1                    | 12:00 A1, 12:01 A1           | and so does who turns round at once
    12:00 A1, 12:01 A2, 12:30 A2, 12:31 A1 | 12:00 A1, 12:30 A2          | the first record of each drive past stands for it
  `),
)('$records are the passages $passages, for $because', ({ records, passages }) => {
  expect(mergeDrivePasts(passagesOf(records, STATIONS))).toEqual(passagesOf(passages, STATIONS));
});

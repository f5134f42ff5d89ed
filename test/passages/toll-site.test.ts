import { expect, test } from 'vitest';
import { type ChargedFacts, chargedOnLink } from '../../src/passages/toll-site.ts';
import { table } from '../support/table.ts';

/** A station as the road database describes it; a dash means that it does not say. */
const factsOf = (collection: string, metering: string, lanes: string): ChargedFacts => ({
  ...(collection === 'with' && { collection: 'with-metering' }),
  ...(collection === 'against' && { collection: 'against-metering' }),
  ...(metering === 'MED' && { metering: 'with' }),
  ...(metering === 'MOT' && { metering: 'against' }),
  lanes: lanes === '' ? [] : lanes.split(' '),
});

test.each(
  table<'collection' | 'metering' | 'lanes' | 'charged' | 'doubt' | 'because'>(`
    collection | metering | lanes | charged | doubt | because
    with       | MED      |       | with    | no    | the metering runs with the link
    with       | MOT      |       | against | no    | the metering runs against the link
    against    | MED      |       | against | no    | it charges against the metering
    against    | MOT      |       | with    | no    | against the metering, which runs against the link
    -          | MED      |       | both    | no    | both directions, or nothing said
    -          | MOT      | 1 2   | both    | no    | lanes of both directions say nothing
    -          | MED      | 1 3K  | with    | no    | the lanes know more than a missing direction
    with       | MED      | 1     | with    | no    | both rules agree
    with       | MED      | 2 4   | against | yes   | the lanes decide, and contradict the metering
    with       | MOT      | 2 6B  | against | no    | both rules agree
    with       | MED      | 1 2   | with    | yes   | the metering decides, and the lanes are in error
    with       | -        |       | unknown | no    | one direction, and nobody can tell which
    with       | -        | 2     | against | no    | the lanes need no metering
    with       | MED      | x     | with    | no    | a code without a number is no lane
  `),
)(
  'collected $collection, metering $metering, lanes [$lanes]: $charged, because $because',
  ({ collection, metering, lanes, charged, doubt }) => {
    const found = chargedOnLink(factsOf(collection, metering, lanes));
    expect(found.charged ?? 'unknown').toBe(charged);
    expect(found.isContradicted).toBe(doubt === 'yes');
  },
);

import { expect, test } from 'vitest';
import { loadRoadSections } from '../../src/facts/open-facts.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { table } from '../support/table.ts';

const sections = loadRoadSections({ bundled: DATA_DIR });
const nightOf = ({ rule }: (typeof sections)[number]) =>
  rule.kind === 'closed' ? rule.night : undefined;

test.each(
  table<'road' | 'hours'>(`
    road              | hours
    Sognefjellet      | published
    Valdresflye       | published
    Gaularfjellet     | assumed
    Gardli - Bygdin   | assumed
    Breiborg - Røldal | assumed
  `),
)('$road is closed at night from 20 to 8, which is $hours', ({ road, hours }) => {
  const night = sections
    .filter(({ name }) => name === road)
    .flatMap((one) => nightOf(one) ?? [])[0];
  expect(night).toMatchObject({ closesMinute: 20 * 60, opensMinute: 8 * 60 });
  expect(night?.isAssumed ?? false).toBe(hours === 'assumed');
});

test('no other road is closed at night', () => {
  expect(sections.filter((one) => nightOf(one) !== undefined)).toHaveLength(5);
});

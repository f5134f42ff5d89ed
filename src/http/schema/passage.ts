import { Type } from 'typebox';
import { instant, nok } from './unit.ts';

const place = {
  id: Type.String({ description: 'NVDB object id, type 45.' }),
  name: Type.String(),
  operator: Type.String(),
  lat: Type.Number({ description: 'WGS84 degrees.' }),
  lon: Type.Number({ description: 'WGS84 degrees.' }),
  passedAt: instant('Moment of passing.'),
};

export const ChargedStation = Type.Object({
  ...place,
  smallNok: nok('Small vehicle with tag.'),
  smallNoDiscountNok: nok('Small vehicle without tag.'),
  largeNok: nok('Large vehicle with tag.'),
  largeNoDiscountNok: nok('Large vehicle without tag.'),
  rush: Type.Boolean({ description: 'The rush tariff was charged.' }),
  reason: Type.Enum(
    ['regular', 'rush', 'dearest-of-hour', 'list-price', 'untagged-only', 'other-size-only'],
    { description: 'Why it costs what it does.' },
  ),
});

export const FreePassage = Type.Object({
  ...place,
  rule: Type.Enum(['hour-rule', 'once-between', 'linked-station', 'reversed-rule', 'zero-tariff'], {
    description: 'What made the passage free.',
  }),
  paidAt: Type.Optional(Type.String({ description: 'Id of the station that paid for it.' })),
});

/** A station that is passed and has no known tariff: the sums leave it out. */
export const UnpricedStation = Type.Object({
  ...place,
  listSmallNok: Type.Optional(nok('List price of the route planner, small vehicle.')),
  listLargeNok: Type.Optional(nok('List price of the route planner, large vehicle.')),
});

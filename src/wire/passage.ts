import { Type } from 'typebox';
import { FERRY_CLASSES } from '../base/vehicle.ts';
import { FREE_RULES } from '../pricing/toll/charge.ts';
import { vehicleAmount } from './priced-vehicle.ts';
import { FerryProof, TollProof } from './proof.ts';
import { choice, instant, nok, position } from './unit.ts';

const place = {
  id: Type.String({ description: 'Id in the national road database (NVDB), object type 45.' }),
  name: Type.String({ description: 'Name of the station.' }),
  operator: Type.String({ description: 'Toll company; empty where nobody names one.' }),
  ...position,
  passedAt: instant('Moment of passing: departure plus travel time up to the station.'),
};

const freeRule = choice(FREE_RULES, {
  description:
    'What made the passage free: `hour-rule` another passage of the same hour pays; `once-between` one passage is paid between two times of day; `linked-station` it is paid at a linked station; `reversed-rule` only one station of a pair was passed; `zero-tariff` the tariff is 0; `monthly-cap` the month has had as many paid passages as it has to (only with `passagesThisMonth`).',
});
const paidAt = Type.Optional(
  Type.String({ description: 'Id of the station that paid for it. Absent: none did.' }),
);

export const ChargedStation = Type.Object(
  {
    ...place,
    smallNok: nok('Small vehicle with tag.'),
    smallNoDiscountNok: nok('Small vehicle without tag.'),
    largeNok: nok('Large vehicle with tag.'),
    largeNoDiscountNok: nok('Large vehicle without tag.'),
    rush: Type.Boolean({ description: 'The rush-hour tariff was charged.' }),
    reason: choice(
      ['regular', 'rush', 'dearest-of-hour', 'list-price', 'untagged-only', 'other-size-only'],
      {
        description:
          'Why it costs what it does, for the size asked for: `regular` and `rush` name the tariff; `dearest-of-hour` pays for all passages of its hour; `list-price` is that of the route planner, for a station without a tariff of ours; `untagged-only` is free with a tag, by `rule`; `other-size-only` is free by `rule`, or without a known price, for the size asked for. No passage stands in `freePassages`, too.',
      },
    ),
    rule: Type.Optional(freeRule),
    paidAt,
    ...vehicleAmount,
    proof: Type.Optional(TollProof),
  },
  { title: 'ChargedStation', description: 'A toll station that costs something.' },
);

export const FreePassage = Type.Object(
  {
    ...place,
    rule: freeRule,
    paidAt,
    proof: Type.Optional(TollProof),
  },
  {
    title: 'FreePassage',
    description: 'A toll station passed without charge in every way to pay.',
  },
);

/** A station that is passed and has no known tariff: the sums leave it out. */
export const UnpricedStation = Type.Object(
  {
    ...place,
    listSmallNok: Type.Optional(
      nok('List price of the route planner, small vehicle; where the size asked for is large.'),
    ),
    listLargeNok: Type.Optional(
      nok('List price of the route planner, large vehicle; where the size asked for is small.'),
    ),
  },
  {
    title: 'UnpricedStation',
    description: 'A toll station without a known tariff: the sums leave it out.',
  },
);

export const VehicleClass = choice(FERRY_CLASSES, {
  title: 'FerryClass',
  description:
    'Ferry tariff class: `MC` motorcycle, `AP1` car up to 6 m, then by length up to `AP9`, road train above 22 m. Of a crossing: what its tariff charges. Of a route (`ferryVehicleClass`): what its paid crossings charge; where their tariffs give different classes, and where nothing is paid, that of the national length bounds.',
});

const quay = () => Type.Optional(Type.String({ description: 'Name. Absent: not known.' }));

/** A crossing with its fares. */
export const Ferry = Type.Object(
  {
    name: Type.String({ description: 'Name of the connection.' }),
    nok: nok('Standard tariff.'),
    evNok: nok('Zero-emission tariff.'),
    autopassNok: nok('With a prepaid AutoPASS ferry agreement.'),
    tariff: Type.String({ description: 'Name of the tariff and its validity.' }),
    estimated: Type.Boolean({ description: 'No published fare: an estimate.' }),
    vehicleClass: VehicleClass,
    km: Type.Number({ description: 'Kilometres.', minimum: 0 }),
    durationMin: Type.Number({ description: 'Minutes.', minimum: 0 }),
    ...vehicleAmount,
    proof: Type.Optional(FerryProof),
  },
  { title: 'Ferry', description: 'A ferry crossing with its fares.' },
);

/** A crossing that the caller must price. */
export const UnpricedFerry = Type.Object(
  {
    name: Type.String({ description: 'Name of the connection, or of its quays.' }),
    fromQuay: quay(),
    toQuay: quay(),
    why: Type.String({ description: 'Why it has no price, one sentence.' }),
    lengthKm: Type.Number({ description: 'Kilometres.', minimum: 0 }),
    durationMin: Type.Optional(
      Type.Number({ description: 'Minutes. Absent: not known.', minimum: 0 }),
    ),
  },
  { title: 'UnpricedFerry', description: 'A ferry crossing that the caller must price.' },
);

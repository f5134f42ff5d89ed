import { Type } from 'typebox';

const nok = (description: string) => Type.Number({ description: `NOK. ${description}` });
const instant = (description: string) =>
  Type.String({ description: `${description} ISO 8601 with the Norwegian offset.` });

const ChargedStation = Type.Object({
  id: Type.String({ description: 'NVDB object id, type 45.' }),
  name: Type.String(),
  operator: Type.String(),
  lat: Type.Number(),
  lon: Type.Number(),
  passedAt: instant('Moment of passing.'),
  smallNok: nok('Small vehicle with tag.'),
  smallNoDiscountNok: nok('Small vehicle without tag.'),
  largeNok: nok('Large vehicle with tag.'),
  largeNoDiscountNok: nok('Large vehicle without tag.'),
  rush: Type.Boolean({ description: 'The rush tariff was charged.' }),
  reason: Type.String({ description: 'Why it costs what it does.' }),
});

const FreePassage = Type.Object({
  id: Type.String(),
  name: Type.String(),
  operator: Type.String(),
  lat: Type.Number(),
  lon: Type.Number(),
  passedAt: instant('Moment of passing.'),
  rule: Type.String({ description: 'What made the passage free.' }),
  paidAt: Type.Optional(Type.String({ description: 'Id of the station that paid for it.' })),
});

const Ferry = Type.Object({
  name: Type.String(),
  nok: nok('Standard tariff.'),
  evNok: nok('Zero-emission tariff.'),
  autopassNok: nok('Prepaid AutoPASS ferry agreement.'),
  tariff: Type.String(),
  estimated: Type.Boolean(),
  km: Type.Number(),
  durationMin: Type.Number(),
});

const UnpricedFerry = Type.Object({
  name: Type.String(),
  fromQuay: Type.Optional(Type.String()),
  toQuay: Type.Optional(Type.String()),
  why: Type.String(),
});

const WarningOfRoute = Type.Object({
  code: Type.String(),
  message: Type.String(),
  about: Type.Optional(Type.String()),
});

/** What one route costs, and why. */
const BillingRoute = Type.Object({
  routeId: Type.String(),
  tollSmall: nok('Small vehicle with tag.'),
  tollSmallNoDiscount: nok('Small vehicle without tag.'),
  tollLarge: nok('Large vehicle with tag.'),
  tollLargeNoDiscount: nok('Large vehicle without tag.'),
  tollCount: Type.Integer(),
  rush: Type.Boolean(),
  tollEstimated: Type.Optional(Type.Literal(true)),
  ferryCount: Type.Integer(),
  ferryPriced: Type.Boolean(),
  ferryUnpriced: Type.Optional(Type.Array(UnpricedFerry)),
  ferryVehicleClass: Type.String(),
  ferryNok: nok('Standard tariff of all crossings.'),
  ferryNokEv: nok('Zero-emission tariff of all crossings.'),
  ferryNokAutopass: nok('All crossings with a prepaid AutoPASS ferry agreement.'),
  distance: Type.Number({ description: 'Metres.' }),
  durationMin: Type.Number({ description: 'Minutes.' }),
  durationSec: Type.Number({ description: 'Minutes, too: use `durationMin`.' }),
  chargedStations: Type.Array(ChargedStation),
  freePassages: Type.Array(FreePassage),
  ferries: Type.Array(Ferry),
  warnings: Type.Array(WarningOfRoute),
});

/** The object to use for prices. */
export const Billing = Type.Object({
  source: Type.String(),
  refined: Type.Boolean(),
  refineFallback: Type.Optional(Type.Literal(true)),
  dataVersion: Type.String(),
  computedAt: instant('Moment of the calculation.'),
  routes: Type.Array(BillingRoute),
});

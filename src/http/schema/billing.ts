import { Type } from 'typebox';
import type { WarningCode } from '../../base/warning.ts';
import { Ferry, UnpricedFerry, VehicleClass } from './ferry.ts';
import { ChargedStation, FreePassage, UnpricedStation } from './passage.ts';
import { instant, nok } from './unit.ts';

const RouteWarning = Type.Object({
  code: Type.Unsafe<WarningCode>(Type.String()),
  message: Type.String({ description: 'One sentence.' }),
  about: Type.Optional(
    Type.String({ description: 'Project, station or ferry that it is about; absent: the route.' }),
  ),
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
  ferryVehicleClass: VehicleClass,
  ferryNok: nok('Standard tariff of all crossings.'),
  ferryNokEv: nok('Zero-emission tariff of all crossings.'),
  ferryNokAutopass: nok('All crossings with a prepaid AutoPASS ferry agreement.'),
  distance: Type.Number({ description: 'Metres.' }),
  durationMin: Type.Number({ description: 'Minutes.' }),
  durationSec: Type.Number({ description: 'Minutes, too: use `durationMin`.' }),
  chargedStations: Type.Array(ChargedStation, { description: 'In travel order.' }),
  freePassages: Type.Array(FreePassage),
  unpricedStations: Type.Array(UnpricedStation),
  ferries: Type.Array(Ferry, { description: 'Crossings with a price.' }),
  warnings: Type.Array(RouteWarning),
});

/** The object to use for prices. */
export const Billing = Type.Object({
  source: Type.String(),
  refined: Type.Boolean(),
  refineFallback: Type.Optional(Type.Literal(true)),
  dataVersion: Type.String(),
  computedAt: instant('Moment of the calculation.'),
  attribution: Type.String({ description: 'Credits that the licences of the data ask for.' }),
  routes: Type.Array(BillingRoute, { description: 'In the order of `routes`.' }),
});

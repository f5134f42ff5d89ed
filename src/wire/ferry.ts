import { toNok } from '../base/nok.ts';
import { FERRY_CLASSES } from '../base/vehicle.ts';
import type { BilledCrossing } from '../pricing/ferry/bill.ts';
import type { UnpricedCrossing } from '../pricing/ferry/price-crossing.ts';
import type { FerryCrossing } from '../pricing/ferry/terms.ts';
import { FerryProof } from './proof.ts';
import * as t from './unit.ts';
import { formatVehicleAmount, vehicleAmount } from './vehicle.ts';

export const VehicleClass = t.choice(FERRY_CLASSES, {
  title: 'FerryClass',
  description:
    'Ferry tariff class: `MC` motorcycle, `AP1` car up to 6 m, then by length up to `AP9`, road train above 22 m. Of a crossing: what its tariff charges. Of a route (`ferryVehicleClass`): what its paid crossings charge; where their tariffs give different classes, and where nothing is paid, that of the national length bounds.',
});

const quay = () => t.maybe(t.text('Name. Absent: not known.'));

const minutes = (description: string) =>
  t.maybe(t.measure(`Minutes. ${description} Absent: not known.`));

/** Times beside the crossing itself: they are part of the route's `durationMin`, but not of the crossing's. */
const boarding = {
  waitMin: minutes('Until the next departure after the arrival at the quay, as a mean.'),
  boardingMin: minutes('To drive aboard and ashore.'),
  timesEstimated: t.maybe(
    t.bool(
      'True where no timetable of the quay is known: the wait is that of ferries like it, or of another of its quays. Absent where the wait is.',
    ),
  ),
};

export const Ferry = t.object('Ferry', 'A ferry crossing with its fares.', {
  name: t.text('Name of the connection.'),
  nok: t.nok('Standard tariff.'),
  evNok: t.nok('Zero-emission tariff.'),
  autopassNok: t.nok('With a prepaid AutoPASS ferry agreement.'),
  tariff: t.text('Name of the tariff and its validity.'),
  estimated: t.bool(
    'No published fare: an estimate. A published fare whose days are inferred is none; `warnings` say so.',
  ),
  vehicleClass: VehicleClass,
  km: t.measure('Kilometres.'),
  durationMin: t.measure('Minutes under way.'),
  ...boarding,
  ...vehicleAmount,
  proof: t.maybe(FerryProof),
});

export const UnpricedFerry = t.object(
  'UnpricedFerry',
  'A ferry crossing that the caller must price.',
  {
    name: t.text('Name of the connection, or of its quays.'),
    fromQuay: quay(),
    toQuay: quay(),
    why: t.text('Why it has no price, one sentence.'),
    lengthKm: t.measure('Kilometres.'),
    durationMin: t.maybe(t.measure('Minutes under way. Absent: not known.')),
    ...boarding,
  },
);

/** A crossing with its fares. */
export function formatFerry(priced: BilledCrossing): t.Shape<typeof Ferry> {
  const { vehicle } = priced;
  return {
    name: priced.name,
    nok: toNok(priced.ordinary.ore),
    evNok: toNok(priced.zeroEmission.ore),
    autopassNok: toNok(priced.autopass.ore),
    tariff: priced.tariff,
    estimated: priced.estimated,
    vehicleClass: priced.ferryClass,
    km: t.toKm(priced.crossing.lengthM),
    durationMin: t.toMinutes(priced.crossing.durationS),
    ...formatBoarding(priced.crossing),
    ...(vehicle && formatVehicleAmount(vehicle.amount?.ore, vehicle.estimated)),
  };
}

function formatBoarding({ boarding: at }: Pick<FerryCrossing, 'boarding'>) {
  return (
    at && {
      waitMin: t.toMinutes(at.waitS),
      boardingMin: t.toMinutes(at.boardingS),
      timesEstimated: at.isEstimated,
    }
  );
}

/** A crossing that the caller must price. */
export function formatUnpricedFerry({
  name,
  why,
  crossing,
}: UnpricedCrossing): t.Shape<typeof UnpricedFerry> {
  const { fromQuay, toQuay, lengthM, durationS } = crossing;
  return {
    name,
    ...(fromQuay && { fromQuay: fromQuay.name }),
    ...(toQuay && { toQuay: toQuay.name }),
    why,
    lengthKm: t.toKm(lengthM),
    ...(durationS !== undefined && { durationMin: t.toMinutes(durationS) }),
    ...formatBoarding(crossing),
  };
}

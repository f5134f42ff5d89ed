/** What the toll of a route would be if the drive were early, or late, within the range of its duration. */
import type { Calendar } from '../base/calendar.ts';
import { toNok } from '../base/nok.ts';
import type { Steps } from '../base/steps.ts';
import type { Warning } from '../base/warning.ts';
import type { PlannedRoute, StationPassage } from '../passages/planned-route.ts';
import { priceTolls, type TollBill } from '../pricing/toll/bill.ts';
import type { TollTerms } from '../pricing/toll/terms.ts';
import { isSteady } from '../pricing/toll/time-edges.ts';
import { listTollPassages, type PassageTerms } from './list-toll-passages.ts';

interface TimeTerms extends PassageTerms {
  readonly tollTerms: TollTerms;
  readonly calendar: Calendar;
}

/**
 * Warns where an amount differs inside the range: a station is then passed at the edge of a rush window, or two of them
 * at the edge of an hour rule. All moments of a drive are early together, or late together, and so are the times
 * between them.
 *
 * @param toll the bill of the drive as it is expected.
 */
export function* warnOfTime(
  route: PlannedRoute,
  passages: readonly StationPassage[],
  toll: TollBill,
  { tollTerms, calendar, ...terms }: TimeTerms,
): Steps<Warning[]> {
  if (toll.lines.length === 0 || passages.every(({ rangeS }) => rangeS === undefined)) return [];
  if (isSteady(passages.flatMap((passage) => listMoments(passage, terms)))) return [];
  const billAt = (end: 0 | 1) => {
    const shifted = passages.map((passage) => ({
      ...passage,
      atS: passage.rangeS?.[end] ?? passage.atS,
    }));
    return priceTolls(listTollPassages(route, shifted, terms).passages, tollTerms, calendar);
  };
  const early = formatAmounts(billAt(0));
  yield;
  const late = formatAmounts(billAt(1));
  yield;
  const expected = formatAmounts(toll);
  if (early === expected && late === expected) return [];
  return [
    {
      code: 'time_decides',
      message: `The toll depends on how long the drive takes: ${early} if it is early, ${late} if it is late.`,
    },
  ];
}

/** When a station is passed early, as expected and late. */
function listMoments({ stationId, atS, rangeS = [atS, atS] }: StationPassage, terms: PassageTerms) {
  const station = terms.tolls.findStation(stationId);
  const toMs = (second: number) => terms.startMs + Math.round(second * 1000);
  return station ? [{ station, atMs: [toMs(rangeS[0]), toMs(atS), toMs(rangeS[1])] }] : [];
}

/** The four sums, small before large, with the tag before without it. */
function formatAmounts({ total, vehicle }: TollBill): string {
  const { smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre } = total;
  const four = [smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre].map(formatNok);
  const own = vehicle === undefined ? '' : `, ${formatNok(vehicle.ore)} for the vehicle`;
  return `NOK ${four.slice(0, 2).join('/')} small and ${four.slice(2).join('/')} large${own}`;
}

const formatNok = (ore: number): string => toNok(ore).toFixed(2);

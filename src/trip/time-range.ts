/** What the toll of a route would be if the drive were early, or late, within the range of its duration. */
import type { Calendar } from '../base/calendar.ts';
import { toNok } from '../base/nok.ts';
import type { Steps } from '../base/steps.ts';
import type { Warning } from '../base/warning.ts';
import type { PlannedRoute, StationPassage } from '../passages/planned-route.ts';
import { priceTolls, type TollBill } from '../pricing/toll/bill.ts';
import type { TollTerms } from '../pricing/toll/terms.ts';
import { listTurns } from '../pricing/toll/time-edges.ts';
import { listTollPassages, type PassageTerms } from './list-toll-passages.ts';

interface TimeTerms extends PassageTerms {
  readonly tollTerms: TollTerms;
  readonly calendar: Calendar;
}

/**
 * Warns where an amount differs inside the range: a station is then passed at the edge of a rush window, or two of them
 * at the edge of an hour rule. All moments of a drive are early together, or late together, and so are the times
 * between them. The bill is worked out at both ends, and between each two moments at which it may turn; of a drive at
 * which it may turn often, at `MOST_BILLS` of them.
 *
 * @param toll the bill of the drive as it is expected.
 */
export function* warnOfTime(
  route: PlannedRoute,
  passages: readonly StationPassage[],
  toll: TollBill,
  { tollTerms, calendar, ...terms }: TimeTerms,
): Steps<Warning[]> {
  const moments = passages.map((passage) => listMoments(passage, route));
  if (toll.lines.length === 0 || moments.every(({ length }) => length === 1)) return [];
  const timed = passages.flatMap(({ stationId }, i) => toTimed(stationId, moments[i] ?? [], terms));
  const turns = listTurns(timed, tollTerms.rulesBetweenPassages);
  if (turns.length === 0) return [];
  const billAt = (place: number): TollBill => {
    const shifted = passages.map((passage, i) => ({
      ...passage,
      atS: momentAt(moments[i] ?? [], place),
    }));
    return priceTolls(listTollPassages(route, shifted, terms).passages, tollTerms, calendar);
  };
  const [early, late] = [formatAmounts(billAt(0)), formatAmounts(billAt(LATE))];
  yield;
  // What is expected is told, too, whether a bill between is made there or not.
  const between = new Map([[formatAmounts(toll), weigh(toll)]]);
  const spans = [...turns, LATE].map((turn, i) => (turn + (turns[i - 1] ?? 0)) / 2);
  const apart = Math.max(1, spans.length / MOST_BILLS);
  for (let i = apart / 2; i < spans.length; i += apart) {
    const bill = billAt(spans[Math.floor(i)] as number);
    between.set(formatAmounts(bill), weigh(bill));
    yield;
  }
  const expected = formatAmounts(toll);
  for (const told of [early, late]) between.delete(told);
  if (early === expected && late === expected && between.size === 0) return [];
  const others = [...between].sort(([, a], [, b]) => a - b).map(([amounts]) => amounts);
  const ends = [...new Set([...others.slice(0, 1), ...others.slice(-1)])].join(' or ');
  const inside = ends === '' ? '' : `, ${ends} in between`;
  return [
    {
      code: 'time_decides',
      message: `The toll depends on how long the drive takes: ${early} if it is early, ${late} if it is late${inside}.`,
    },
  ];
}

/** So many bills are made at most, evenly spread: one takes milliseconds on a drive past a hundred stations. An assumption: a toll that holds for a moment alone may be missed there. */
const MOST_BILLS = 12;

/** Puts bills in order: what the vehicle pays, else both sizes together. Øre. */
const weigh = ({ vehicle, total }: TollBill): number =>
  vehicle?.ore ?? total.smallOre + total.largeOre;

/** The place of the late moment among the three. */
const LATE = 2;

/**
 * When a station is passed early, as expected and late; one moment: the planner tells no range. That of the whole drive
 * is spread evenly where a passage has none of its own.
 */
function listMoments(
  { atS, rangeS }: StationPassage,
  { rangeS: whole, durationS }: PlannedRoute,
): readonly number[] {
  if (rangeS !== undefined) return [rangeS[0], atS, rangeS[1]];
  if (whole === undefined || durationS === 0) return [atS];
  return [(whole[0] / durationS) * atS, atS, (whole[1] / durationS) * atS];
}

/** @param place 0: the first moment, 0.5: half way to the second. */
function momentAt(moments: readonly number[], place: number): number {
  const before = Math.min(Math.floor(place), moments.length - 1);
  const [from = 0, to = from] = moments.slice(before);
  return from + (place - before) * (to - from);
}

function toTimed(stationId: string, moments: readonly number[], terms: PassageTerms) {
  const station = terms.tolls.findStation(stationId);
  const atMs = moments.map((second) => terms.startMs + Math.round(second * 1000));
  return station ? [{ station, atMs }] : [];
}

/** The four sums, small before large, with the tag before without it. */
function formatAmounts({ total, vehicle }: TollBill): string {
  const { smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre } = total;
  const four = [smallOre, smallNoDiscountOre, largeOre, largeNoDiscountOre].map(formatNok);
  const own = vehicle === undefined ? '' : `, ${formatNok(vehicle.ore)} for the vehicle`;
  return `NOK ${four.slice(0, 2).join('/')} small and ${four.slice(2).join('/')} large${own}`;
}

const formatNok = (ore: number): string => toNok(ore).toFixed(2);

import { listSeededTrips, type SeededTrip } from '../../measure/audit/seeded-trips.ts';
import type { LatLon } from '../../src/base/point.ts';
import { loadNetworkInputs } from '../../src/network/link.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import type { TripRequest } from '../../src/trip/ports.ts';
import type { Quote } from '../../src/trip/quote.ts';
import { type AskQuotes, openQuotes, type Quotes } from './open-quotes.ts';
import { endsOf, first } from './way-back.ts';

/** One trip, asked in ways whose answers must belong together. */
export interface AskedTrip {
  /** What to ask to see it again. */
  readonly name: string;
  readonly plain: Quotes;
  /** With a point of the recommended route as a stop on the way. */
  readonly via: Quote;
  /** That point. */
  readonly at: LatLon;
  /** The recommended route alone, as in all but the first and the last: `alternatives.test.ts` holds that it is the same beside others. */
  readonly avoiding: Quotes;
  /** The way back. */
  readonly back: Quote;
  /** From where the way back ended to where it began. */
  readonly forth: Quote;
  /** The first question once more, after all the others; absent: it is not asked again. */
  readonly again?: Quotes;
}

/** So many times the 500 of the audit. */
const TIMES = 2;
/** In each turn there is every kind of start and of stop. Every other turn is asked; `ALL_TRIPS=1` asks all. */
const TURN = 20;
const isAsked = (i: number) => process.env.ALL_TRIPS === '1' || Math.floor(i / TURN) % 2 === 0;
/** As many as the engine has threads for on a small machine, and a few that wait. */
const AT_ONCE = 4;
/** Ordinary, rush in the morning and in the afternoon, a Saturday, and just before the rush. */
const STARTS = [
  '2026-11-18T10:00:00+01:00',
  '2026-11-18T07:45:00+01:00',
  '2026-11-19T15:40:00+01:00',
  '2026-11-21T12:00:00+01:00',
  '2026-11-20T06:20:00+01:00',
];
/** Every so many trips are asked again, each kind of start and of stop among them. */
const AGAIN = 3;
/** Where on the recommended route the stop on the way lies. */
const SHARES = [0.15, 0.4, 0.6, 0.85];

/** Asks the trips, the same ones every time. */
export async function askTrips(): Promise<readonly AskedTrip[]> {
  const ask = await openQuotes();
  const { readLinks } = loadNetworkInputs(DATA_DIR);
  const left = listSeededTrips({ links: readLinks() }, TIMES).entries();
  const asked: AskedTrip[] = [];
  const work = async () => {
    for (const [i, trip] of left) if (isAsked(i)) asked.push(await askTrip(trip, i, ask));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return asked;
}

async function askTrip({ from, to }: SeededTrip, i: number, ask: AskQuotes): Promise<AskedTrip> {
  const start = STARTS[i % STARTS.length] ?? '';
  const request: TripRequest = {
    from,
    to,
    via: [],
    startMs: Date.parse(start),
    avoidTolls: false,
  };
  const plain = await ask.both(request);
  const { line = [], ferries = [] } = plain.refined.routes[0]?.route ?? {};
  const index = Math.floor(line.length * (SHARES[i % SHARES.length] ?? 0));
  // Nobody stops at sea: then at the quay where the ferry lands.
  const sailed = ferries.find((one) => one.fromIndex < index && index < one.toIndex);
  const point = line[sailed?.toIndex ?? index] ?? from;
  const alone = { ...request, alternatives: 0 };
  const via = await ask.refined({ ...alone, via: [point] });
  const avoiding = await ask.both({ ...alone, avoidTolls: true });
  const back = await ask.refined({ ...alone, from: to, to: from });
  const { start: turned, end: home } = endsOf(first(back));
  const forth = await ask.refined({ ...alone, from: home, to: turned });
  const again = i % AGAIN === 0 ? { again: await ask.both(request) } : {};
  const name = `from=${write(from)}&to=${write(to)}&startTime=${start} (on the way: ${write(point)})`;
  return { name, plain, via, at: point, avoiding, back, forth, ...again };
}

const write = ({ lat, lon }: LatLon) => `${lat},${lon}`;

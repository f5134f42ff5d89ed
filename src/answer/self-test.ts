/** Tests whether the answers are still what they were. This finds damage that no error tells of. */
import { Fault } from '../base/fault.ts';

/** The time between two tests. Milliseconds. */
const EVERY_MS = 60_000;

/** What a trip costs; a code where there is no answer. */
type Outcome = string;

/** Kroner. */
type Sums = Readonly<Record<'tollNok' | 'ferryNok', number>>;

export interface SelfTestParts<Trip> {
  /** Their sums are known. */
  readonly trips: readonly Trip[];
  /** The sums are those of the bundled data and roads; other roads have sums of their own. */
  readonly isBundled: boolean;
  readonly price: (trip: Trip) => Promise<Sums>;
  /** A clock that never goes back. */
  readonly nowMs: () => number;
}

/**
 * Makes the self-test: a few trips must have known prices. On the bundled roads and data the prices are fixed. On other
 * roads or data they are those of the first test, which runs before the first answer. Within a minute of a test that
 * went well its result is given again.
 *
 * @returns a function that throws an Error with one line when a trip costs something else.
 */
export function openSelfTest<Trip extends Sums & { readonly name: string }>({
  trips,
  isBundled,
  price,
  nowMs,
}: SelfTestParts<Trip>) {
  let known = isBundled ? trips.map(format) : undefined;
  let passedMs: number | undefined;

  const outcomeOf = (trip: Trip): Promise<Outcome> =>
    price(trip).then(format, (error: unknown) => {
      if (error instanceof Fault) return error.code;
      throw error;
    });

  return async (): Promise<void> => {
    if (passedMs !== undefined && nowMs() - passedMs < EVERY_MS) return;
    const seen: Outcome[] = [];
    for (const trip of trips) seen.push(await outcomeOf(trip));
    known ??= seen;
    for (const [i, { name }] of trips.entries())
      if (seen[i] !== known[i])
        throw new Error(`The self-test failed: ${name} is ${seen[i]}, and was ${known[i]}.`);
    passedMs = nowMs();
  };
}

const format = ({ tollNok, ferryNok }: Sums): Outcome => `${tollNok} + ${ferryNok} kr`;

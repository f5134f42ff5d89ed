/** The state's kilometre allowance for an own car: what an employee is paid for a drive. */
import type { Day } from '../base/day.ts';
import type { Ore } from '../base/nok.ts';
import { type Dated, findInForce } from './dated.ts';

/** The rates from a day on. Øre for each kilometre. */
export interface AllowanceRate extends Dated {
  readonly kmOre: Ore;
  /** Absent: electric cars have the rate of other cars. */
  readonly electricKmOre?: Ore;
  /** The rate beyond `yearKm` kilometres of a calendar year, not for electric cars; absent: the rate stays the same. */
  readonly above?: { readonly yearKm: number; readonly kmOre: Ore };
  readonly passengerOre: Ore;
  /** Is the supplement paid once, or for each passenger? Absent: not known. */
  readonly passengers?: 'each' | 'once';
  readonly forestOre: Ore;
  readonly trailerOre: Ore;
  readonly source: string;
}

/** A drive as the allowance sees it. */
export interface AllowanceDrive {
  readonly day: Day;
  /** Tenths of a kilometre. */
  readonly km10: number;
  /** The part on forest roads and roads of building sites, tenths of a kilometre. */
  readonly forestKm10: number;
  readonly passengers: number;
  readonly hasTrailer: boolean;
  readonly isElectric: boolean;
}

export const ALLOWANCE_KINDS = ['kilometres', 'passengers', 'forest-road', 'trailer'] as const;

export interface AllowanceLine {
  readonly kind: (typeof ALLOWANCE_KINDS)[number];
  /** Tenths of a kilometre. */
  readonly km10: number;
  /** Øre for each kilometre, for all passengers together. */
  readonly rateOre: Ore;
  readonly ore: Ore;
  /** The rates leave open whether the amount is right. */
  readonly estimated: boolean;
  readonly rate: AllowanceRate;
}

/**
 * The lines of a drive, each rounded to whole øre, half up; `undefined`: the rates of the day are not known.
 *
 * @param rates oldest first.
 *
 * Source: særavtale om dekning av utgifter til reise og kost innenlands, section 6.
 */
export function priceAllowance(
  drive: AllowanceDrive,
  rates: readonly AllowanceRate[],
): AllowanceLine[] | undefined {
  const rate = findInForce(rates, drive.day);
  if (rate === undefined) return undefined;
  const { passengers, hasTrailer, isElectric, km10, forestKm10 } = drive;
  const ownRateOre = isElectric ? (rate.electricKmOre ?? rate.kmOre) : rate.kmOre;
  const paidPassengers = rate.passengers === 'each' ? passengers : Math.min(passengers, 1);
  const line = (
    kind: AllowanceLine['kind'],
    of: Pick<AllowanceLine, 'km10' | 'rateOre'>,
    estimated = false,
  ): AllowanceLine[] => {
    const ore = Math.floor((of.km10 * of.rateOre + 5) / 10);
    return ore === 0 ? [] : [{ kind, ...of, ore, estimated, rate }];
  };
  return [
    // Nothing here tells how far the car was driven in the year, and so whether `above` applies.
    ...line('kilometres', { km10, rateOre: ownRateOre }, rate.above !== undefined && !isElectric),
    ...line(
      'passengers',
      { km10, rateOre: paidPassengers * rate.passengerOre },
      rate.passengers === undefined && passengers > 1,
    ),
    ...line('forest-road', { km10: forestKm10, rateOre: rate.forestOre }),
    ...line('trailer', { km10: hasTrailer ? km10 : 0, rateOre: rate.trailerOre }),
  ];
}

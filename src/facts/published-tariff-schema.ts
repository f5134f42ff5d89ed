/** The shape of published tariffs. Money in kroner. */
import Type from 'typebox';
import { Day } from './day-schema.ts';
import { Clock, Nok, PassageKeys, sourced, strict } from './toll-values-schema.ts';

const OffAndRush = strict({ off: Nok, rush: Type.Optional(Nok) });
const prices = {
  small: Type.Optional(Nok),
  smallRush: Type.Optional(Nok),
  large: Type.Optional(Nok),
  largeRush: Type.Optional(Nok),
  byFuel: Type.Optional(
    Type.Partial(
      strict({
        petrol: OffAndRush,
        diesel: OffAndRush,
        electric: OffAndRush,
        hydrogen: OffAndRush,
      }),
    ),
  ),
  byEuroClass: Type.Optional(
    Type.Partial(strict({ 'euro-5-and-older': OffAndRush, 'euro-6': OffAndRush })),
  ),
};

/** A tariff that an operator has published. */
export const PublishedTariff = strict({
  from: Day,
  /** The time of that day at which it begins; absent: midnight. */
  fromTime: Type.Optional(Clock),
  until: Type.Optional(Day),
  /**
   * `year`: only the year of `from` is known; the price counts as known for no day. `last-day`: it
   * held before `from`, which is its last day, and nobody tells since when. Absent: `from` is told.
   */
  dateKnown: Type.Optional(Type.Enum(['year', 'last-day'])),
  /** Absent: all stations of the project. */
  stations: Type.Optional(PassageKeys),
  ...prices,
  ...sourced,
});

/** A tariff without a day, or one that is planned: it prices nothing. */
export const UndatedTariff = strict({ ...prices, ...sourced });

export type UndatedTariffRecord = Type.Static<typeof UndatedTariff>;
export type PublishedTariffRecord = Type.Static<typeof PublishedTariff>;

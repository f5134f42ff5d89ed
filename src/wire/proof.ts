import { type TProperties, Type } from 'typebox';
import { CERTAINTIES, PRICE_STEPS } from '../pricing/priced-amount.ts';
import { FREE_RULES } from '../pricing/toll/charge.ts';
import * as t from './unit.ts';

const ore = (description: string) => t.count(`Whole øre, hundredths of NOK. ${description}`);

const Tariff = t.object('TariffProof', 'The row of the tariff that the amount begins with.', {
  id: t.text('Station or fare table, first day, for whom: stable as long as the row.'),
  from: t.day('First day on which the row is known to hold.'),
  fromTime: t.maybe(t.clock('Time of that day at which it begins. Absent: midnight.')),
  until: t.maybe(
    t.day('First day on which it is not known to hold any more. Absent: none is told.'),
  ),
  source: t.text('Who publishes it.'),
});

const Step = t.object('PriceStep', 'A step from the price of the row to the amount.', {
  kind: t.choice(PRICE_STEPS, {
    description:
      '`full`, `full-rush`: the price of the row; `exempt`: the vehicle is free here; `trailer`: paid several times; `added-toll`: a toll that is part of the ticket of a ferry; the others: a share of the amount before.',
  }),
  percentLeft: t.maybe(
    t.number(
      'Number of per cent that are left of the amount before. Absent: no share; the amount is published itself.',
    ),
  ),
  times: t.maybe(Type.Integer({ description: 'How many times the amount before is paid.' })),
  plusOre: t.maybe(t.count('Number of øre that are added to the amount before.')),
  rounding: t.maybe(
    t.choice(['krone', 'ore'], { description: 'To what the share is rounded, half up.' }),
  ),
  ore: ore('What is left after the step.'),
  source: t.maybe(
    t.text('Who says that the step is taken. Absent: the row, or the tag discount of the project.'),
  ),
});

const price = {
  ore: ore('The amount, after the steps and the rule.'),
  tariff: Tariff,
  certainty: t.choice(CERTAINTIES, {
    description:
      '`known`: a source covers the day, the class and the window, or the vehicle pays nothing by any row; `carried`: the nearest known row stands in, or that the row holds on the day is inferred; `ceiling`: no share of zero emission is published, and the most that the law allows stands in; `ordinary`: the tariff of the fuel or class is not known, and the ordinary one stands.',
  }),
  steps: t.list('The first is the price of the row.', Step),
};

const Passage = (description: string) =>
  Type.Object(
    { id: t.text('Id of the station.'), passedAt: t.instant('Moment of passing.') },
    { description },
  );

const Rule = t.object('RuleProof', 'What the rules between passages made of the price.', {
  kind: t.choice(['none', 'pays-for-hour', ...FREE_RULES], {
    description:
      '`none`: the price stands; `pays-for-hour`: the dearest of its hour; the others made it free, as in `freePassages[].rule`.',
  }),
  group: t.maybe(t.text('Hour group. Absent: no hour rule was met.')),
  pays: t.maybe(t.choice(['first', 'dearest'], { description: 'Which passage of the hour pays.' })),
  windowMin: t.maybe(Type.Integer({ description: 'Minutes of the window.' })),
  openedBy: t.maybe(Passage('The passage that opened the hour.')),
  until: t.maybe(t.instant('End of the window, which lies outside it.')),
  paidBy: t.maybe(Passage('The passage that pays instead. Absent: none does.')),
  cap: t.maybe(
    t.part('The monthly cap that the passage counts for. Absent: none, or not told.', {
      group: t.text('What is counted together, as in `passagesThisMonth`.'),
      perMonth: Type.Integer({ description: 'Passages of a calendar month that are paid.' }),
      month: t.text('`YYYY-MM`.'),
      used: Type.Integer({
        description: 'Passages of the month that were paid before this one.',
      }),
      knownOn: t.day('A day on which the source says so.'),
      source: t.text('Who publishes it.'),
    }),
  ),
  source: t.maybe(t.text('Who publishes the rule. Absent: none was applied.')),
});

const head = {
  id: t.text('Names the proof within the answer: route, kind and number on the way.'),
  dataVersion: t.text('As in `_billing`.'),
  dataHash: Type.String({
    pattern: '^[0-9a-f]{64}$',
    description:
      'SHA-256 of the data that the price follows from; `dataVersion` ends in its first eight digits.',
  }),
};

const withAmount = <Name extends string[], More extends TProperties>(
  names: readonly [...Name],
  more: More,
) =>
  t.list(
    'One for each amount that is known.',
    Type.Object({
      of: t.choice(names, { description: 'The member beside the proof that it proves.' }),
      ...price,
      ...more,
    }),
  );

export const TollProof = t.object(
  'TollProof',
  'Why a passage costs what it costs; with `explain=1`. Absent: not asked for.',
  {
    ...head,
    stationId: t.text('Id of the station, as in `openedBy` and `paidBy` of other proofs.'),
    project: t.text('Toll project.'),
    hourGroup: t.maybe(t.text('Hour group. Absent: no hour rule on that day.')),
    passedAt: t.instant('Moment of passing.'),
    local: t.part('The moment on the Norwegian wall clock: it chooses row and window.', {
      day: t.day('Norwegian day.'),
      weekday: Type.Integer({
        description: 'Number of the day: 1 Monday to 7 Sunday.',
        minimum: 1,
        maximum: 7,
      }),
      time: t.clock('Moment of passing.'),
    }),
    amounts: withAmount(
      ['smallNok', 'smallNoDiscountNok', 'largeNok', 'largeNoDiscountNok', 'vehicleNok'],
      {
        window: t.part('Rush or not, by the windows of the station.', {
          kind: t.choice(['off-peak', 'rush', 'rush-price-unknown'], {
            description: '`rush-price-unknown`: in the rush, at the ordinary price.',
          }),
          rushHours: t.maybe(
            t.list(
              '`HH:MM-HH:MM`, Monday to Friday, ends outside. Absent: no rush for the size.',
              Type.String(),
            ),
          ),
          exceptDays: t.maybe(
            t.list(
              'Kinds of day without rush.',
              t.choice(['public-holiday', 'half-day', 'july'], { description: 'Kind.' }),
            ),
          ),
          rushPriceFrom: t.maybe(
            t.day('First day of the older row that the rush price is from. Absent: of this one.'),
          ),
        }),
        rule: Rule,
      },
    ),
  },
);

export type TollProof = t.Shape<typeof TollProof>;
/**
 * A passage by its station and moment.
 *
 * @internal Tests read it.
 */
export type PassageRef = NonNullable<RuleProof['paidBy']>;
export type TollAmountProof = TollProof['amounts'][number];
export type TollAmountName = TollAmountProof['of'];
export type RuleProof = t.Shape<typeof Rule>;
export type StepProof = t.Shape<typeof Step>;

export const FerryProof = t.object(
  'FerryProof',
  'Why a crossing costs what it costs; with `explain=1`. Absent: not asked for.',
  {
    ...head,
    day: t.day('The day whose fares are taken: that of boarding.'),
    amounts: withAmount(['nok', 'evNok', 'autopassNok', 'vehicleNok'], {}),
  },
);

export type FerryProof = t.Shape<typeof FerryProof>;
export type FerryAmountProof = FerryProof['amounts'][number];
/** A price with its tariff row and its steps. */
export type ProvedPrice = Omit<FerryAmountProof, 'of'>;

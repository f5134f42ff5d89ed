/** Rules that are not published in full, and the passages of a trip by the other reading of them. */
import type { DayKind } from '../../base/calendar.ts';
import { groupBy } from '../../base/group-by.ts';
import type { Warning } from '../../base/warning.ts';
import { hourRuleFor } from './charge.ts';
import type { TollProject } from './law.ts';
import { type PassagePrice, withoutRush } from './price-passage.ts';
import type { Way } from './terms.ts';

/** A rule that can be read in two ways. The bill takes one of them. */
export interface Doubt {
  readonly project: TollProject;
  /** Told where the other reading gives another sum. */
  readonly warning: Warning;
  /** The passages by the other reading, in the same order. */
  readonly reread: (passages: readonly PassagePrice[]) => readonly PassagePrice[];
}

/**
 * The rules in doubt that passages meet in a way to pay.
 *
 * @param passages in travel order.
 */
export const listDoubts = (passages: readonly PassagePrice[], way: Way): Doubt[] =>
  [...groupBy(passages, ({ station }) => station.project)].flatMap(([project, own]) => [
    ...doubtPayer(project, own, way),
    ...doubtRush(project, own),
  ]);

/** Changes those passages that something holds for. */
const rereadEach =
  (holds: (passage: PassagePrice) => boolean, reread: (passage: PassagePrice) => PassagePrice) =>
  (passages: readonly PassagePrice[]): readonly PassagePrice[] =>
    passages.map((passage) => (holds(passage) ? reread(passage) : passage));

/** Which passage of an hour pays. */
function doubtPayer(project: TollProject, own: readonly PassagePrice[], way: Way): Doubt[] {
  const isOpen = (passage: PassagePrice) =>
    passage.station.project.id === project.id &&
    passage.hour?.terms.paysKnown === false &&
    hourRuleFor(passage, way) !== undefined;
  const [first, second] = own.filter(isOpen);
  if (first?.hour === undefined || second === undefined) return [];
  const { pays } = first.hour.rule;
  const { name: about } = project;
  return [
    {
      project,
      warning: {
        code: 'toll_rule_not_known',
        message: `Which passage of an hour pays in ${about} is not published: the ${pays} one is taken, and the ${OTHER_PAYER[pays]} one would give another toll.`,
        about,
      },
      reread: rereadEach(isOpen, turnPayer),
    },
  ];
}

const OTHER_PAYER = { first: 'dearest', dearest: 'first' } as const;

function turnPayer(passage: PassagePrice): PassagePrice {
  const { hour } = passage;
  if (hour === undefined) return passage;
  const rule = { ...hour.rule, pays: OTHER_PAYER[hour.rule.pays] };
  return { ...passage, hour: { ...hour, rule } };
}

/** Whether the rush price holds on days of a kind. */
function doubtRush(project: TollProject, own: readonly PassagePrice[]): Doubt[] {
  const kinds = new Set(own.flatMap(({ rushDoubt }) => rushDoubt ?? []));
  const { name: about } = project;
  return [...kinds].map((kind) => ({
    project,
    warning: {
      code: 'toll_rule_not_known',
      message: `Whether the rush price of ${about} holds ${WHEN[kind]} is not published: it is charged, and the ordinary price would give another toll.`,
      about,
    },
    reread: rereadEach(
      ({ station, rushDoubt }) => rushDoubt === kind && station.project.id === project.id,
      withoutRush,
    ),
  }));
}

const WHEN = {
  'public-holiday': 'on public holidays',
  'half-day': 'on 24 and 31 December and on the Wednesday before Easter',
  july: 'in July',
} as const satisfies Record<DayKind, string>;

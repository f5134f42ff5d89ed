/**
 * Recomputes amounts from their proofs alone, as a person would with pencil and paper. Nothing here uses a tariff, a
 * rule or the pricing code.
 */
import type {
  FerryProof,
  PassageRef,
  StepProof,
  TollAmountName,
  TollAmountProof,
  TollProof,
} from '../../src/wire/proof.ts';

/** The errors in the proofs of a route, one sentence each; `[]` when they hold. */
export function checkTollProofs(proofs: readonly TollProof[]): string[] {
  const names = new Set(proofs.flatMap(({ amounts }) => amounts.map(({ of }) => of)));
  return [...proofs.flatMap(checkRows), ...[...names].flatMap((of) => checkWay(proofs, of))];
}

/** The amounts that are said to be known, and whose row does not cover the moment. Nothing needs no row. */
function checkRows({ id, local, amounts }: TollProof): string[] {
  return amounts.flatMap(({ of, certainty, tariff, steps }) => {
    const { from, fromTime = '00:00', until = '9999-12-31' } = tariff;
    const isBegun = `${from} ${fromTime}` <= `${local.day} ${local.time}`;
    const isNothing = steps.some(({ kind, percentLeft }) => kind === 'exempt' || percentLeft === 0);
    if (certainty !== 'known' || isNothing || (isBegun && local.day < until)) return [];
    return [`${id} ${of}: it is known by a row from ${from} until ${until}`];
  });
}

/** The errors in the proof of a crossing. */
export function checkFerryProof({ id, amounts }: FerryProof): string[] {
  return amounts.flatMap(({ of, ore, steps }) =>
    followSteps(steps) === ore
      ? []
      : [`${id} ${of}: the steps give ${followSteps(steps)}, not ${ore}`],
  );
}

/** The price after the last step; `NaN` where a step does not follow from the one before. */
function followSteps([first, ...steps]: readonly StepProof[]): number {
  if (first === undefined || first.percentLeft !== undefined) return Number.NaN;
  return steps.reduce(
    (beforeOre, step) => (goesOnTo(step, beforeOre) === step.ore ? step.ore : Number.NaN),
    first.ore,
  );
}

/** The price after a step, from the price before it. */
function goesOnTo(
  { kind, percentLeft, times, plusOre, rounding, ore }: StepProof,
  beforeOre: number,
): number {
  const isPublished = kind === 'zero-emission' && percentLeft === undefined;
  if (isPublished || kind === 'exempt') return ore;
  if (times !== undefined) return beforeOre * times;
  if (plusOre !== undefined) return beforeOre + plusOre;
  const unitOre = rounding === 'krone' ? 100 : 1;
  return Math.floor((beforeOre * (percentLeft ?? Number.NaN)) / 100 / unitOre + 0.5) * unitOre;
}

interface Passed {
  readonly proof: TollProof;
  readonly amount: TollAmountProof;
  readonly priceOre: number;
}

function checkWay(proofs: readonly TollProof[], of: TollAmountName): string[] {
  const passed = proofs.flatMap((proof): Passed[] => {
    const amount = proof.amounts.find((one) => one.of === of);
    return amount === undefined ? [] : [{ proof, amount, priceOre: followSteps(amount.steps) }];
  });
  return passed.flatMap((one) => {
    const expectedOre = chargeOf(one, passed);
    const { proof, amount } = one;
    return expectedOre === amount.ore
      ? []
      : [`${proof.id} ${of} (${amount.rule.kind}): ${expectedOre} by its proof, not ${amount.ore}`];
  });
}

/** The cost of a passage by its proof; `NaN` where the proof contradicts itself or the others. */
function chargeOf(one: Passed, passed: readonly Passed[]): number {
  const { proof, amount, priceOre } = one;
  const { kind, cap, paidBy } = amount.rule;
  const payer = passed.find((other) => isMeant(paidBy, other.proof));
  const isPaidThere = payer !== undefined && payer.proof !== proof && payer.amount.ore > 0;
  const isUsedUp = cap !== undefined && cap.used >= cap.perMonth;
  const isHere = isInside(amount, Date.parse(proof.passedAt));
  const isPayer = isChosen(one, passed);
  const orNothing = (holds: boolean, ore: number) => (holds ? ore : Number.NaN);
  const charges = {
    none: orNothing(isHere && isPayer && !isUsedUp, priceOre),
    'pays-for-hour': orNothing(isHere && isPayer && !isUsedUp, priceOre),
    'hour-rule': orNothing(isHere && !isPayer && isPaidThere, 0),
    'once-between': orNothing(isHere && !isPayer && isPaidThere, 0),
    'linked-station': orNothing(isPaidThere, 0),
    'monthly-cap': orNothing(isUsedUp, 0),
    'zero-tariff': orNothing(priceOre === 0, 0),
    'reversed-rule': 0,
  };
  return charges[kind];
}

/** Whether the passage pays for its hour: it is the first, or the first of the dearest. */
function isChosen({ proof, amount: { rule } }: Passed, passed: readonly Passed[]): boolean {
  const { openedBy, pays } = rule;
  if (openedBy === undefined) return true;
  if (pays === 'first') return isMeant(openedBy, proof);
  const together = passed.filter(
    ({ amount: { rule: other } }) =>
      other.group === rule.group &&
      other.openedBy?.id === openedBy.id &&
      other.openedBy.passedAt === openedBy.passedAt,
  );
  const dearestOre = Math.max(...together.map((other) => other.priceOre));
  return together.find((other) => other.priceOre === dearestOre)?.proof === proof;
}

const isMeant = (ref: PassageRef | undefined, { stationId, passedAt }: TollProof): boolean =>
  ref?.id === stationId && ref.passedAt === passedAt;

/**
 * Whether the moment lies between the passage that opened the hour and the end of the hour. The end must be as far off
 * as the rule says.
 */
function isInside({ rule }: TollAmountProof, atMs: number): boolean {
  const { openedBy, until, windowMin } = rule;
  if (openedBy === undefined) return until === undefined && rule.kind === 'none';
  if (until === undefined || windowMin === undefined) return false;
  const [fromMs, untilMs] = [Date.parse(openedBy.passedAt), Date.parse(until)];
  return fromMs <= atMs && atMs < untilMs && untilMs >= fromMs + windowMin * 60_000;
}

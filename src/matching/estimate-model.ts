import type { Fix } from '../base/point.ts';
import type { Steps } from '../base/steps.ts';
import { flatDistanceM } from '../geo/on-line.ts';
import { isSailed } from '../routing/network.ts';
import { type ChainParts, type MatchedState, matchChain } from './match-chain.ts';
import { BETA_M, type NoiseModel, SIGMA_M } from './noise-model.ts';

/** The estimate uses at most `most` pieces of `fixes` fixes, spread evenly over the trace. */
const PIECES = { most: 24, fixes: 48, leastValues: 12 };
/** 1.4826 makes the median absolute deviation of a bell curve its sigma; 1 / ln 2 makes the median of an exponential its mean. */
const [OF_BELL, OF_EXPONENTIAL] = [1.4826, 1 / Math.LN2];

/**
 * Sigma and beta of a trace, by Newson and Krumm's estimators. The trace is first matched piecewise with a wide
 * model; the median distances then give the model that fits it. Sigma is that of the nearest piece, because streets
 * are drawn more exactly than the roads of a valley.
 *
 * @param chains first and last fix of each, both inside.
 */
export function* estimateModel(
  parts: Omit<ChainParts, 'noise'>,
  chains: readonly { readonly from: number; readonly to: number }[],
): Steps<NoiseModel> {
  const { fixes, network } = parts;
  const steps = fixes.slice(1).map((fix, i) => flatDistanceM(fixes[i] as Fix, fix));
  const stepM = Math.max(1, median(steps) ?? 1);
  const wide: NoiseModel = {
    sigmaM: new Float64Array(fixes.length).fill(SIGMA_M.first),
    betaM: Math.max(BETA_M.first, 0.15 * stepM),
    stepM,
  };
  const found: { readonly fix: number; readonly sigmaM: number }[] = [];
  const all: Detour[] = [];
  for (const piece of listPieces(chains)) {
    const { states } = yield* matchChain({ ...parts, noise: wide, isRough: true }, piece);
    const onRoad = states.filter(({ edge }) => edge !== -1 && !isSailed(network.graph, edge));
    const offM = median(onRoad.map((state) => state.offM));
    if (offM !== undefined && onRoad.length >= PIECES.leastValues)
      found.push({
        fix: (piece.from + piece.to) / 2,
        sigmaM: held(OF_BELL * offM, SIGMA_M),
      });
    all.push(...listDetours(states, parts));
    yield;
  }
  // A ferry that sails straight is no measure of how roads wind; over short steps they hardly do.
  const isWinding = wide.betaM > BETA_M.first;
  const detours = all.filter(({ isAboard }) => !(isWinding && isAboard)).map(({ m }) => m);
  const betaM =
    detours.length < PIECES.leastValues
      ? wide.betaM
      : held(OF_EXPONENTIAL * (median(detours) ?? 0), BETA_M);
  return { sigmaM: spread(found, fixes.length), betaM, stepM };
}

function listPieces(chains: readonly { readonly from: number; readonly to: number }[]) {
  const all = chains.flatMap(({ from, to }) => {
    const pieces = [];
    for (let at = from; at < to; at += PIECES.fixes)
      pieces.push({ from: at, to: Math.min(to, at + PIECES.fixes - 1) });
    return pieces;
  });
  const every = Math.max(1, all.length / PIECES.most);
  return all.filter((_, i) => Math.floor(i / every) !== Math.floor((i - 1) / every));
}

interface Detour {
  /** Metres by which the way between two fixes differs from a straight line. */
  readonly m: number;
  /** One of the fixes was taken aboard a ferry. */
  readonly isAboard: boolean;
}

function listDetours(
  states: readonly MatchedState[],
  {
    fixes,
    network: { graph },
    search: { lengthM },
  }: Pick<ChainParts, 'fixes' | 'network' | 'search'>,
): Detour[] {
  return states.flatMap((state, i) => {
    const before = states[i - 1];
    if (before === undefined || before.edge === -1 || state.edge === -1) return [];
    // A turn in the middle of a road is no measure of how roads wind.
    if (state.path.some((step) => step < 0)) return [];
    const wayM = state.path
      .slice(0, -1)
      .reduce(
        (sum, edge) => sum + (lengthM[edge] as number),
        state.path.length === 0
          ? state.alongM - before.alongM
          : (lengthM[before.edge] as number) - before.alongM + state.alongM,
      );
    const movedM = flatDistanceM(fixes[before.fix] as Fix, fixes[state.fix] as Fix);
    const isAboard = isSailed(graph, before.edge) || isSailed(graph, state.edge);
    return [{ m: Math.abs(wayM - movedM), isAboard }];
  });
}

/** By fix: the value of the nearest piece. */
function spread(
  found: readonly { readonly fix: number; readonly sigmaM: number }[],
  count: number,
): Float64Array {
  let at = 0;
  return Float64Array.from({ length: count }, (_, fix) => {
    const distance = (i: number) => Math.abs((found[i]?.fix ?? Number.POSITIVE_INFINITY) - fix);
    while (distance(at + 1) < distance(at)) at++;
    return found[at]?.sigmaM ?? SIGMA_M.first;
  });
}

const held = (value: number, { least, most }: { readonly least: number; readonly most: number }) =>
  Math.min(most, Math.max(least, value));

export function median(values: readonly number[]): number | undefined {
  const every = Math.ceil(values.length / MOST_VALUES);
  const some = every > 1 ? values.filter((_, i) => i % every === 0) : values;
  return Float64Array.from(some).sort()[some.length >> 1];
}

/** A median is taken of at most this many values, spread evenly. */
const MOST_VALUES = 4096;

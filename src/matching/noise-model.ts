/**
 * How likely a fix is on a road, and a way between two fixes: costs are negative logarithms of likelihoods.
 *
 * Source: P. Newson and J. Krumm, "Hidden Markov Map Matching Through Noise and Sparseness", ACM GIS 2009: fixes
 * scatter around their road by sigma. A way is the less likely the longer it is than the straight line, by beta. Both
 * are estimated from the trace itself by the median absolute deviation (`estimate-model.ts`).
 */

/** The noise of a trace, estimated from its fixes. */
export interface NoiseModel {
  /** By fix: distance of the fixes from the roads of the network, receiver and drawing together. Metres. */
  readonly sigmaM: Float64Array;
  /** Difference between way and straight line, for steps of `stepM` and shorter ones; in proportion for longer. Metres. */
  readonly betaM: number;
  readonly stepM: number;
}

/** The values before anything is estimated, and the bounds of an estimate. Metres. */
export const SIGMA_M = { first: 80, least: 15, most: 150 } as const;
export const BETA_M = { first: 20, least: 10, most: 60 } as const;

/** An assumption: a ferry keeps to no line, and sails beside few roads. Metres; cost of being at sea. */
const FERRY = { sigmaM: 250, cost: 3.5 };
/**
 * An assumption: by which share a drive may be faster than the network, and how many seconds places and moments err by.
 */
const HASTE = { share: 0.25, s: 8 };
/** Beyond this many sigmas the cost grows in a straight line: an outlier is an outlier at any distance. */
const BEND = 2;
/**
 * Assumptions for a road that the network lacks: cost of each fix, of leaving the network and of coming back, how much
 * longer it is than the straight line, and the further cost at sea.
 */
export const OFF_ROAD = { cost: 5, switchCost: 7, detour: 1.3, atSea: 10 } as const;

export const emissionCost = (offM: number, sigmaM: number): number => bellCost(offM / sigmaM);

export const emissionAtSea = (offM: number): number => bellCost(offM / FERRY.sigmaM) + FERRY.cost;

const bellCost = (z: number): number => (z <= BEND ? (z * z) / 2 : BEND * z - (BEND * BEND) / 2);

/**
 * The cost of a way that takes longer by the roads of the network than the vehicle had. A slower drive says nothing:
 * there are queues, lights and stops.
 *
 * @param wayS by the speeds of the network. @param hadS between the fixes. Seconds.
 */
export const hasteCost = (wayS: number, hadS: number): number =>
  wayS <= hadS ? 0 : bellCost((wayS - hadS) / (HASTE.share * hadS + HASTE.s));

/**
 * The most seconds that a way may take by the speeds of the network if it was driven in the time that the vehicle had.
 */
export const mostWayS = (hadS: number): number => (1 + HASTE.share) * hadS + HASTE.s;

/** The least seconds in which a way can be driven, by what it takes by the speeds of the network. */
export const leastDriveS = (wayS: number): number =>
  Math.max(0, wayS - HASTE.s) / (1 + HASTE.share);

/** @param movedM from one fix to the next, in a straight line. */
export const costPerM = ({ betaM, stepM }: NoiseModel, movedM: number): number =>
  1 / (betaM * Math.max(1, movedM / stepM));

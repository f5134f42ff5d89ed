/** Compares the times of the bundled network with measured times, and with published times between towns. */
import { groupBy } from '../../src/base/lists.ts';
import { groupOf, type JudgedStretch } from '../../tools/fit-speeds/fit.ts';
import { type BundledFit, toTownRatio } from '../../tools/fit-speeds/fit-bundled.ts';
import { shareHeld } from '../../tools/fit-speeds/ranges.ts';
import { quantile } from '../numbers.ts';
import { formatTable } from '../page.ts';

/** The deviation of times from measured times, as a share of these: 0.05 is 5 % too long. */
export interface Deviation {
  readonly count: number;
  readonly meanAbsolute: number;
  readonly bias: number;
  readonly p10: number;
  readonly p90: number;
  /** Mean absolute deviation in addition to the half minute by which a time in whole minutes may be off. */
  readonly beyondRounding: number;
}

export function deviationOf(judged: readonly JudgedStretch[]): Deviation {
  const shares = judged.map(({ ratio }) => 1 / ratio);
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    count: judged.length,
    meanAbsolute: mean(shares.map((share) => Math.abs(share - 1))),
    bias: mean(shares) - 1,
    p10: quantile(shares, 0.1),
    p90: quantile(shares, 0.9),
    beyondRounding: mean(
      judged.map(({ stretch, seconds }) => {
        const offS = Math.abs(seconds - stretch.freeFlowSec);
        return Math.max(0, offS - roundedByS(stretch)) / stretch.freeFlowSec;
      }),
    ),
  };
}

const roundedByS = ({ freeFlowSec }: { readonly freeFlowSec: number }): number =>
  freeFlowSec % 60 === 0 ? 30 : 0;

/** A stretch inside a town that no motor road makes faster. */
const CITY_STREET_KMH = 60;

/** The stretches in built-up areas that are driven at less than 60 km/h. */
export const pickCityStreets = (judged: readonly JudgedStretch[]): JudgedStretch[] =>
  judged.filter(({ stretch: { pieces, lengthM, km, freeFlowSec } }) => {
    const builtUpM = pieces.reduce(
      (sum, piece) => sum + piece.traits.slowing.builtUp * piece.lengthM,
      0,
    );
    return builtUpM > lengthM / 2 && (km * 3600) / freeFlowSec < CITY_STREET_KMH;
  });

/** Was the stretch measured with its traffic? Otherwise the source has only a time without other traffic. @internal */
export const isTimed = ({ stretch }: JudgedStretch): boolean => stretch.travelSec !== undefined;

const offOf = ({ ratio }: JudgedStretch) => Math.abs(1 / ratio - 1);

/** The standard error of a mean deviation. The stretches of a place are not independent of each other. */
function standardError(byPlace: readonly (readonly JudgedStretch[])[], mean: number): number {
  const sums = byPlace.map((of) => of.reduce((sum, one) => sum + offOf(one) - mean, 0));
  return Math.sqrt(sums.reduce((sum, off) => sum + off ** 2, 0)) / byPlace.flat().length;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;

export function reportStretches(fit: BundledFit): string {
  const { stretches, judged, towns } = fit;
  const { meanAbsolute } = deviationOf(judged);
  const byPlace = [...groupBy(judged, ({ stretch }) => stretch.place).values()];
  const roundedBy =
    judged.reduce((sum, { stretch }) => sum + roundedByS(stretch) / 2 / stretch.freeFlowSec, 0) /
    judged.length;
  const leftOut = stretches.flatMap(({ name, leftOut: why }) =>
    why === undefined ? [] : [`- ${name}: ${why}`],
  );
  return [
    `${judged.length} of ${stretches.length} stretches, in ${byPlace.length} places:`,
    formatDeviations(fit),
    `The mean deviation is sure to ${percent(standardError(byPlace, meanAbsolute))} (standard error over the places). The rounding of whole minutes alone makes ${percent(roundedBy)} of it. ${percent(shareHeld(judged, fit.speeds, towns.map(toTownRatio)))} of the stretches lie within the range of their class, worked out without their place.`,
    'Worked out with speeds that were fitted without any stretch of the same place:',
    formatTable(
      ['stretch', 'km', 'measured, s', 'worked out, s', 'off'],
      judged.map(({ stretch: { name, km, freeFlowSec }, seconds }) => [
        name,
        km,
        freeFlowSec,
        Math.round(seconds),
        percent(seconds / freeFlowSec - 1),
      ]),
    ),
    'Published times of towns:',
    formatTable(
      ['towns', 'published, min', 'worked out, min'],
      towns.map(({ name, leastMin, mostMin, minutes }) => [
        name,
        `${leastMin} to ${mostMin}`,
        Math.round(minutes),
      ]),
    ),
    tellOutside(towns),
    'Stretches that are left out:',
    leftOut.join('\n'),
  ].join('\n\n');
}

function tellOutside(towns: BundledFit['towns']): string {
  const outside = towns.filter(
    ({ leastMin, mostMin, minutes }) =>
      Math.round(minutes) < leastMin || Math.round(minutes) > mostMin,
  );
  const named = outside.map(
    ({ name, leastMin, mostMin, minutes }) =>
      `${name} (${Math.round(minutes)} of ${leastMin} to ${mostMin})`,
  );
  return `${outside.length} of ${towns.length} lie outside of what is published: ${named.join(', ')}.`;
}

function formatDeviations({ speeds, judged }: BundledFit): string {
  const byGroup = groupBy(judged, ({ stretch }) => `most of it ${groupOf(stretch, speeds)}`);
  const rows: [string, readonly JudgedStretch[]][] = [
    ['all', judged],
    ...[...byGroup].toSorted(([a], [b]) => a.localeCompare(b)),
    ['city streets', pickCityStreets(judged)],
    ['with a time of the moment', judged.filter(isTimed)],
    ['without one', judged.filter((one) => !isTimed(one))],
    ['measured in seconds', judged.filter(({ stretch }) => roundedByS(stretch) === 0)],
    ['measured in whole minutes', judged.filter(({ stretch }) => roundedByS(stretch) > 0)],
  ];
  return formatTable(
    ['stretches', 'count', 'mean deviation', 'bias', '10 %', '90 %', 'beyond rounding'],
    rows.map(([name, of]) => {
      const { count, meanAbsolute, bias, p10, p90, beyondRounding } = deviationOf(of);
      const spread = [p10, p90].map((share) => share.toFixed(2));
      return [
        name,
        count,
        percent(meanAbsolute),
        percent(bias),
        ...spread,
        percent(beyondRounding),
      ];
    }),
  );
}

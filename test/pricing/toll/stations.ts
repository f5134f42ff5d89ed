/** Toll stations, made of the few facts that a test is about. */
import { fromNok } from '../../../src/base/nok.ts';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import type { VehicleSize } from '../../../src/base/vehicle.ts';
import { LOCAL_RULES } from '../../../src/facts/schema/toll-projects.ts';
import type { PricedAmount } from '../../../src/pricing/priced-amount.ts';
import type {
  HourRuleTerms,
  ProjectRules,
  RushRule,
  Tariff,
  TollProject,
  TollStation,
} from '../../../src/pricing/toll/law.ts';
import type { TollPassage } from '../../../src/pricing/toll/terms.ts';

const noLocalRules = Object.fromEntries(
  LOCAL_RULES.map((name) => [name, []]),
) as unknown as ProjectRules;

/** A project with the usual tag discount, and no rule unless one is given. */
export function project(facts: Partial<TollProject> = {}): TollProject {
  return {
    id: 'town',
    name: 'Town',
    drivePasts: [{ from: '0001-01-01', withinS: 120, source: 'test' }],
    tagDiscounts: [{ from: '2018-01-01', percent: { small: 20, large: 0 }, source: 'test' }],
    hourRules: [],
    ...noLocalRules,
    absentStations: [],
    ...facts,
  };
}

/** A station whose id and passage key are its name. */
export function station(name: string, facts: Partial<TollStation> = {}): TollStation {
  return {
    id: name,
    name,
    operator: 'Town Toll AS',
    at: { lat: 60, lon: 10 },
    passageKey: name,
    project: project(),
    tariffs: [tariff({ small: 40, large: 100 })],
    vehicleTariffs: [],
    ...facts,
  };
}

interface TariffNok extends Omit<Partial<Tariff>, VehicleSize> {
  readonly small?: number;
  readonly smallRush?: number;
  readonly large?: number;
  readonly largeRush?: number;
}

/** A tariff in kroner, in force in 2026. */
export function tariff({ small, smallRush, large, largeRush, ...facts }: TariffNok = {}): Tariff {
  return {
    from: '2026-01-01',
    source: 'test',
    ...(small !== undefined && { small: inOre(small, smallRush) }),
    ...(large !== undefined && { large: inOre(large, largeRush) }),
    ...facts,
  };
}

/** What is paid without a tag, in øre. */
export const fullPrice = (ore: number): PricedAmount => ({
  ore,
  certainty: 'known',
  row: { id: 'test', from: '2000-01-01', source: 'test' },
  steps: [{ kind: 'full', ore }],
});

const inOre = (nok: number, rushNok?: number) => ({
  ore: fromNok(nok),
  ...(rushNok !== undefined && { rushOre: fromNok(rushNok) }),
});

/** The hour rule of most cities: 60 minutes, both sizes, with and without tag. */
export function hourTerms(facts: Partial<HourRuleTerms> = {}): HourRuleTerms {
  return {
    from: '2023-09-01',
    pays: 'first',
    windowMin: 60,
    sizes: ['small', 'large'],
    untagged: true,
    source: 'test',
    ...facts,
  };
}

/** 06:30-09:00 for both sizes, not on public holidays. */
export function morningRush(facts: Partial<RushRule> = {}): RushRule {
  return {
    windows: [{ fromMin: 390, untilMin: 540 }],
    except: ['public-holiday'],
    sizes: ['small', 'large'],
    ...facts,
  };
}

/** Reads `hh:mm name, …` as passages on a day, which is a Wednesday unless another is given. */
export function passagesOf(
  text: string,
  stations: readonly TollStation[],
  day = '2026-11-18',
): TollPassage[] {
  return text.split(', ').map((passage) => {
    const [time = '', name = ''] = passage.split(' ');
    const found = stations.find((candidate) => candidate.name === name);
    if (found === undefined) throw new Error(`No station named ${name}.`);
    return { station: found, atMs: fromOsloWallClock(`${day}T${time}`) };
  });
}

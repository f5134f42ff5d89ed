import { parseClock } from '../base/oslo-time.ts';
import type { NightClosure, RoadSection, SectionRule, YearPeriod } from '../trip/road-section.ts';
import { type DataPlace, readFact } from './data-place.ts';
import type {
  ClosedPeriodRecord,
  FerrySectionRecord,
  RoadClosures,
  SectionRecord,
} from './schema/road-closures.ts';

/** The sections of `road-closures.json`, roads first. @throws Error when it is damaged. */
export function loadRoadSections(place: DataPlace): readonly RoadSection[] {
  const closures = readFact(place, 'road-closures.json').content;
  const { sections, ferries } = closures;
  return [...sections.map((row) => toSection(row, closures)), ...ferries.map(toFerrySection)];
}

function toSection(row: SectionRecord, closures: RoadClosures): RoadSection {
  const { id, name, ends, road, networkRoad = road } = row;
  return { id, name, line: 'road', road: networkRoad, ends, rule: toRule(row, closures) };
}

function toRule(row: SectionRecord, { convoyWinter, nightHours }: RoadClosures): SectionRule {
  if (row.kind === 'closed')
    return { kind: 'closed', closed: toPeriod(row.closed), ...toNight(row, nightHours) };
  if (row.kind === 'convoy') return { kind: 'convoy', winter: convoyWinter };
  return { kind: 'private-toll', ...(row.formerFee && { formerFee: row.formerFee }) };
}

const toFerrySection = ({ id, name, ends, road, closed }: FerrySectionRecord): RoadSection => ({
  id,
  name,
  line: 'ferry',
  ...(road !== undefined && { road }),
  ends,
  rule: { kind: 'closed', closed: toPeriod(closed) },
});

const toNight = (
  { id, closed: { night: days } }: Extract<SectionRecord, { kind: 'closed' }>,
  hours: RoadClosures['nightHours'],
): { readonly night?: NightClosure } =>
  days === undefined || hours === undefined
    ? {}
    : {
        night: {
          days,
          closesMinute: parseClock(hours.from),
          opensMinute: parseClock(hours.to),
          ...(!hours.publishedFor?.includes(id) && { isAssumed: true }),
        },
      };

const toPeriod = ({ from, to, surely, days, night, others }: ClosedPeriodRecord): YearPeriod => ({
  ...(from !== null && { from }),
  ...(to !== null && { to }),
  ...(surely && { surely }),
  ...(days !== undefined && { days }),
  maybe: [night, others].flatMap((period) => period ?? []),
});

import type { RoadSection, SectionRule, YearPeriod } from '../trip/road-section.ts';
import { type DataPlace, readFact } from './data-place.ts';
import type {
  ClosedPeriodRecord,
  FerrySectionRecord,
  SectionRecord,
} from './schema/road-closures.ts';

/** The sections of `road-closures.json`, roads first. @throws Error when it is damaged. */
export function loadRoadSections(place: DataPlace): readonly RoadSection[] {
  const { sections, ferries, convoyWinter } = readFact(place, 'road-closures.json').content;
  return [...sections.map((row) => toSection(row, convoyWinter)), ...ferries.map(toFerrySection)];
}

function toSection(row: SectionRecord, winter: YearPeriod): RoadSection {
  const { id, name, ends, road, networkRoad = road } = row;
  return { id, name, line: 'road', road: networkRoad, ends, rule: toRule(row, winter) };
}

function toRule(row: SectionRecord, winter: YearPeriod): SectionRule {
  if (row.kind === 'closed') return { kind: 'closed', closed: toPeriod(row.closed) };
  if (row.kind === 'convoy') return { kind: 'convoy', winter };
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

const toPeriod = ({ from, to, surely, days, night, others }: ClosedPeriodRecord): YearPeriod => ({
  ...(from !== null && { from }),
  ...(to !== null && { to }),
  ...(surely && { surely }),
  ...(days !== undefined && { days }),
  maybe: [night, others].flatMap((period) => period ?? []),
});

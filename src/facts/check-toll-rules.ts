import type { Day } from '../base/day.ts';
import { checkCount, factFault } from './check-records.ts';
import { checkWindows } from './check-toll-windows.ts';
import type { ProjectRecord, TollProjects } from './toll-projects-schema.ts';

const FILE = 'toll-projects.json';

/**
 * Checks that the rules of the projects can be true: they were known by the day of the file, their
 * windows are some, they can be met, and projects and tariffs are as many as the file says.
 *
 * @throws Error with one sentence that names the file, the record and the rule that it breaks.
 */
export function checkTollRules({ meta, projects }: TollProjects): void {
  checkCount(FILE, meta, {
    projects,
    tariffs: projects.flatMap(({ tariffs = [] }) => tariffs),
  });
  for (const project of projects) {
    const { id, rush = [], hourRules = [] } = project;
    const rule = judgeCaps(project, meta.date) ?? judgeUnapplied(project);
    if (rule !== undefined) throw factFault(FILE, id, rule);
    for (const { windows } of rush) checkWindows(FILE, id, windows);
    for (const { onceBetween } of hourRules)
      checkWindows(FILE, id, onceBetween === undefined ? [] : [onceBetween]);
  }
}

function judgeCaps({ caps = [] }: ProjectRecord, date: Day) {
  const early = caps.find(({ knownOn }) => knownOn > date);
  return early && `the cap ${early.group} is known on ${early.knownOn}, after ${date} of the file`;
}

function judgeUnapplied({ unappliedRules = [] }: ProjectRecord) {
  const rule = unappliedRules.find(({ atLeast, stations }) => atLeast > stations.length);
  return rule && `a rule asks for ${rule.atLeast} of ${rule.stations.length} stations`;
}

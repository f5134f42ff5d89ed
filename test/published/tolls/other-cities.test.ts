import { expect, test } from 'vitest';
import { VEHICLE_SIZES } from '../../../src/base/vehicle.ts';
import { table } from '../../support/table.ts';
import { drive, projectRecord, readBack, stations, sums } from '../../support/toll-clerk.ts';

test.each(
  table(`
    project      | from       | station                        | full | full rush | tag   | ev tag | large | source
    bodo         | 2018-04-01 | Skjæringa                      | 16   | 16        | 12.80 | 0      | 36    | bpsnord.no/2022/nye-takster-i-bypakke-bodo-fra-1-september/
    bodo         | 2022-09-01 | Skjæringa                      | 20   | 20        | 16    | 8      | 45    | bpsnord.no/2022/nye-takster-i-bypakke-bodo-fra-1-september/
    harstad      | 2018-04-01 | Skolegata                      | 13   | 13        | 10.40 | 0      | 20    | bpsnord.no
    alesund      | 2023-01-01 | Moa                            | 26   | 26        | 20.80 | 10.40  | 52    | bypakkealesund.no
    haugaland    | 2023-09-01 | Fv47 Karmsundgata              | 13   | 13        | 10.40 | 7.28   | -     | ferde.no/priser/
    askoy        | 2019-05-01 | Storeklubben                   | 29   | 29        | 23.20 | 11.60  | 48    | ferde.no
    nordhordland | 2019-12-01 | Fv. 57 Isdalstø                | 20   | 20        | 16    | 8      | 32    | meland.kommune.no
  `),
)('$project charges what has been published from $from', ({ project = '', ...row }) => {
  expect(readBack(project, row)).toEqual(row);
});

test('Bodø charges large vehicles 36 on the last day before 2022-09-01, and 45 from then on', () => {
  const large = (day: string) => sums(drive('bodo', `${day} 12:00 Skjæringa`, 'large'));
  expect([large('2022-08-31'), large('2022-09-01')]).toEqual(['12.80 16 36 36', '16 20 45 45']);
});

test.each(
  table<'project' | 'drive' | 'pays' | 'because'>(`
    project           | drive                                                            | pays             | because
    kvam              | 2026-10-05 12:00 Fv. 49 Steinsdalen > 13:29 Fv. 79 Kjepsohøgda       | 24.80 62 40 80   | the window is 90 minutes, and needs a tag
    kvam              | 2026-10-05 12:00 Fv. 49 Steinsdalen > 13:30 Fv. 79 Kjepsohøgda       | 49.60 62 80 80   | the window is 90 minutes
    haugaland         | 2026-10-05 12:00 Fv47 Karmsundgata > 12:59 Fv4852 Salhusvegen    | 12 15 31 31      | minutes are missing in the road database: 60
    haugaland         | 2026-10-05 12:00 Fv47 Karmsundgata > 13:00 Fv4852 Salhusvegen    | 24 30 62 62      | minutes are missing in the road database: 60
    bodo              | 2026-10-05 12:00 Skjæringa > 12:30 Kirkeveien                    | 16.80 21 48 48   | untagged vehicles have the rule from 2023-09-01
    harstad           | 2026-10-05 12:00 Skolegata > 12:30 Kongsveien                    | 16 20 32 32      | untagged vehicles have the rule from 2023-09-01
    alesund           | 2026-10-05 12:00 Moa > 12:30 Volsdalen                           | 24.80 31 61 61   | the page covers untagged vehicles
    askoy             | 2026-10-05 12:00 Storeklubben > 12:30 Stongafjellet              | 35.20 44 88 88   | untagged vehicles have the rule from 2023-09-01
    nordhordland      | 2026-10-05 12:00 Fv. 57 Isdalstø > 12:30 E39 Mundalsberget       | 20 25 40 40      | untagged vehicles have the rule from 2023-09-01
    kristiansund      | 2026-10-05 12:00 Rv.70 Nordsundbrua > 12:30 Rv.70 Omsundbrua     | 27.20 34 68 68   | the municipality says once an hour, and names no tag
    tonsberg          | 2026-10-05 12:00 Fv. 300 Auli > 12:30 Fv. 308 Kanalbrua          | 16.80 42 42 84   | nobody promises the rule without a tag
    e16-eggemoen-olum | 2026-10-05 12:00 Fv. 2280 Eggemoen > 12:10 Fv. 2280 Olum         | 18.40 46 116 116 | sections 2, 3 and 4 share; small vehicles with a tag only
    e16-eggemoen-olum | 2026-10-05 12:00 Fv. 2280 Eggemoen > 12:10 E16 Olum              | 69.60 87 218 218 | section 1 stands outside
  `),
)('$project, $drive: $pays, for $because', ({ project, drive: text, pays }) => {
  expect(sums(drive(project, text))).toBe(pays);
});

// The three rules of the later decision on Eggemoen-Olum: one for small vehicles, two for large ones.
test.each(
  table<'stations' | 'small' | 'large' | 'because'>(`
    stations                          | small             | large                      | because
    Kleggerud sør > Kleggerud nord    |                   | at the three Kleggerud     | small ones pay once by the hour rule, and the decision is about large ones
    E16 Olum > Kleggerud sør          | for E16 Olum and  |                            | the decision is about small ones
    Fv. 2280 Eggemoen > Fv. 2280 Olum |                   | fv. 2280 Eggemoen and      | the decision is about large ones
  `),
)(
  'Eggemoen-Olum, $stations: a bill for small vehicles tells "$small", one for large "$large": $because',
  ({ stations: passed = '', ...told }) => {
    const text = `2026-10-05 12:00 ${passed.replace(' > ', ' > 12:10 ')}`;
    for (const size of VEHICLE_SIZES) {
      const { warnings } = drive('e16-eggemoen-olum', text, size);
      const open = warnings.filter(({ code }) => code === 'local_rule_not_applied');
      expect(open.map(({ message }) => message)).toEqual(
        told[size] === '' ? [] : [expect.stringContaining(told[size])],
      );
    }
  },
);

test.each([['tonsberg', 'Fv. 300 Auli', 'Fv. 308 Kanalbrua']])(
  '%s: nobody tells whether the hour rule covers untagged vehicles, and the bill says so',
  (project, one, other) => {
    const both = drive(project, `2026-10-05 12:00 ${one} > 12:30 ${other}`);
    expect(both.total.smallNoDiscountOre).toBe(
      2 * drive(project, `2026-10-05 12:00 ${one}`).total.smallNoDiscountOre,
    );
    expect(both.warnings.map(({ code }) => code)).toEqual(['local_rule_not_applied']);
    expect(drive(project, `2026-10-05 12:00 ${one} > 13:30 ${one}`).warnings).toEqual([]);
  },
);

test.each(['tonsberg'])('%s: any two stations make it say so', (project) => {
  const keys = stations.filter((s) => s.project.id === project).map((s) => s.passageKey);
  const [rule] = projectRecord(project).unappliedRules ?? [];
  expect([...(rule?.stations ?? [])].sort()).toEqual([...new Set(keys)].sort());
});

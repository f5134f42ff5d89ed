/** Published prices of one vehicle: what it pays, and that the row printed is the row used. */
import { describe, expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { pass } from '../../support/vehicle-clerk.ts';

type Row = 'project' | 'station' | 'when' | 'vehicle' | 'pays' | 'source';

/** 12:00 is off-peak, 08:00 rush; the days are ordinary working days. */
describe('a published price is charged exactly, and is no estimate', () => {
  test.each(
    table<Row>(`
      project      | station          | when             | vehicle                        | pays  | source
      oslo         | Uelands Gate     | 2022-10-05 12:00 | petrol                         | 22.40 | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 12:00 | petrol                         | 26.40 | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | petrol                         | 31.20 | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 12:00 | petrol untagged                | 33    | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | plugin-hybrid                  | 31.20 | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 12:00 | diesel                         | 29.60 | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | diesel                         | 33.60 | fjellinjen.no
      oslo         | E6 Taraldrud     | 2024-03-05 12:00 | electric                       | 12.80 | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | electric                       | 15.20 | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | electric untagged              | 19    | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | hydrogen                       | 0     | takstretningslinjene
      oslo         | Uelands Gate     | 2024-03-05 12:00 | large diesel euro5             | 113   | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large diesel euro5             | 150   | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 12:00 | large diesel euro6             | 62    | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large diesel euro6             | 91    | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large plugin-hybrid            | 91    | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large gas                      | 0     | takstretningslinjene
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large electric                 | 0     | takstretningslinjene
      oslo         | Uelands Gate     | 2025-03-05 08:00 | petrol                         | 34.40 | mojanorwegia.pl
      oslo         | Uelands Gate     | 2025-03-05 12:00 | electric                       | 15.20 | mojanorwegia.pl
      bergen       | Gravdal          | 2019-05-06 12:00 | electric                       | 8     | ferde.no
      bergen       | Gravdal          | 2023-04-12 08:00 | electric                       | 17.60 | ferde.no
      bergen       | Gravdal          | 2024-03-05 12:00 | large diesel euro6             | 44    | ferde.no
      bergen       | Gravdal          | 2024-03-05 08:00 | large diesel euro4             | 145   | ferde.no
      bergen       | Gravdal          | 2026-10-05 12:00 | petrol                         | 25.60 | ferde.no
      bergen       | Gravdal          | 2026-10-05 08:00 | petrol                         | 51.20 | ferde.no
      bergen       | Gravdal          | 2026-11-18 15:00 | plugin-hybrid                  | 51.20 | ferde.no
      bergen       | Gravdal          | 2026-11-18 08:00 | electric                       | 19.20 | ferde.no
      bergen       | Gravdal          | 2026-11-18 12:00 | electric untagged              | 13    | ferde.no
      bergen       | Gravdal          | 2026-11-18 12:00 | hydrogen                       | 0     | ferde.no
      bergen       | Gravdal          | 2026-11-18 08:00 | hydrogen untagged              | 24    | ferde.no
      kristiansand | E39 Fidjane      | 2024-06-20 12:00 | electric                       | 7.20  | ferde.no
      kristiansand | E39 Fidjane      | 2024-06-20 08:00 | electric                       | 10.40 | ferde.no
      kristiansand | E39 Fidjane      | 2024-06-21 12:00 | electric                       | 9.60  | ferde.no
      kristiansand | E39 Fidjane      | 2024-06-21 08:00 | electric                       | 14.40 | ferde.no
      kristiansand | E39 Fidjane      | 2024-06-21 08:00 | hydrogen untagged              | 18    | ferde.no
      kristiansand | E39 Fidjane      | 2024-06-21 08:00 | petrol                         | 28.80 | ferde.no
      tromso       | Fv862 Tromsøbrua | 2023-01-05 12:00 | electric                       | 4.80  | bpsnord.no
      tromso       | Fv862 Tromsøbrua | 2023-01-05 08:00 | electric                       | 14.40 | bpsnord.no
      tromso       | Fv862 Tromsøbrua | 2024-06-14 12:00 | electric                       | 5.60  | bpsnord.no
      tromso       | Fv862 Tromsøbrua | 2024-06-14 08:00 | hydrogen                       | 16.80 | bpsnord.no
      tromso       | Fv862 Tromsøbrua | 2024-06-14 08:00 | electric untagged              | 42    | bpsnord.no
      tromso       | Fv862 Tromsøbrua | 2024-06-14 08:00 | large diesel euro6             | 84    | bpsnord.no
      ryfast       | Rv13 Solbakk     | 2024-02-08 12:00 | electric                       | 91.84 | ferde.no
      ryfast       | Rv13 Solbakk     | 2025-07-02 12:00 | electric                       | 64.96 | ferde.no
      ryfast       | Rv13 Solbakk     | 2025-07-02 12:00 | petrol                         | 92.80 | ferde.no
      ryfast       | Rv 13 Buøy       | 2024-02-08 12:00 | hydrogen                       | 18.48 | ferde.no
      ryfast       | Rv 13 Buøy       | 2025-07-02 12:00 | electric                       | 12.88 | ferde.no
      ryfast       | Rv13 Solbakk     | 2025-07-02 12:00 | large electric                 | 0     | takstretningslinjene
    `),
  )('$project, $station at $when: $vehicle pays $pays', ({ project, station, when, ...row }) => {
    const { pays, certainty, amount, warnings } = pass(project, station, when, row.vehicle);
    expect({ pays, certainty, warnings }).toEqual({
      pays: row.pays,
      certainty: 'known',
      warnings: [],
    });
    const sources = [amount?.row, ...(amount?.steps ?? [])].map((one) => one?.source).join(' ');
    expect(sources).toContain(row.source);
  });
});

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
      oslo         | E18 Maritim      | 2018-03-06 12:00 | petrol                         | 39.60 | mtlogistikk.no
      oslo         | E18 Maritim      | 2019-05-29 08:00 | plugin-hybrid                  | 48.60 | mtlogistikk.no
      oslo         | E18 Maritim      | 2019-05-29 08:00 | electric                       | 0     | mtlogistikk.no
      oslo         | E18 Maritim      | 2019-05-29 12:00 | large diesel euro6 untagged    | 102   | lastebil.no
      oslo         | E18 Maritim      | 2019-05-29 08:00 | large diesel euro6 untagged    | 132   | lastebil.no
      oslo         | E18 Maritim      | 2019-05-29 08:00 | large diesel euro5 untagged    | 193   | lastebil.no
      oslo         | Strandveien      | 2019-05-29 08:00 | large diesel euro6 untagged    | 54    | lastebil.no
      grenland     | Vallermyrene     | 2024-03-05 08:00 | electric                       | 0     | nrk.no/vestfoldogtelemark/bompengesjokk-for-elbilister-i-grenland-1.16839928
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
      oslo         | Uelands Gate     | 2023-03-07 08:00 | hydrogen                       | 0     | fjellinjen.no/har-du-elbil
      oslo         | Uelands Gate     | 2023-05-14 12:00 | hydrogen untagged              | 0     | fjellinjen.no/aktuelt/hydrogenbiler
      oslo         | Uelands Gate     | 2023-05-15 12:00 | hydrogen untagged              | 14    | fjellinjen.no/bompenger/historiske-takster
      oslo         | Uelands Gate     | 2023-05-15 08:00 | hydrogen                       | 0     | fjellinjen.no/aktuelt/hydrogenbiler
      oslo         | Uelands Gate     | 2024-03-05 12:00 | large diesel euro5             | 113   | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large diesel euro5             | 150   | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 12:00 | large diesel euro6             | 62    | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large diesel euro6             | 91    | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large plugin-hybrid            | 91    | fjellinjen.no
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large gas                      | 0     | fjellinjen.no/bompenger/historiske-takster
      oslo         | Uelands Gate     | 2024-03-05 08:00 | large electric                 | 0     | takstretningslinjene
      oslo         | Uelands Gate     | 2025-03-05 08:00 | petrol                         | 34.40 | mojanorwegia.pl
      oslo         | Uelands Gate     | 2025-03-05 12:00 | electric                       | 15.20 | mojanorwegia.pl
      bergen       | Gravdal          | 2019-05-06 12:00 | electric                       | 8     | ferde.no
      bergen       | Gravdal          | 2020-12-30 08:00 | electric                       | 16    | ferde.no
      bergen       | Gravdal          | 2021-01-04 12:00 | electric                       | 4     | motor.no
      bergen       | Gravdal          | 2021-12-30 08:00 | electric                       | 8     | motor.no
      bergen       | Gravdal          | 2022-01-03 08:00 | electric                       | 8.80  | ferde.no
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
      kristiansand | rv9 Grim         | 2024-06-20 12:00 | electric                       | 7.20  | ferde.no
      kristiansand | rv9 Grim         | 2024-06-20 08:00 | electric                       | 10.40 | ferde.no
      kristiansand | rv9 Grim         | 2024-06-21 12:00 | electric                       | 9.60  | ferde.no
      kristiansand | rv9 Grim         | 2024-06-21 08:00 | electric                       | 14.40 | ferde.no
      kristiansand | rv9 Grim         | 2024-06-21 08:00 | hydrogen untagged              | 18    | ferde.no
      kristiansand | rv9 Grim         | 2024-06-21 08:00 | petrol                         | 28.80 | ferde.no
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
      ryfast       | Rv13 Solbakk     | 2025-07-02 12:00 | large electric                 | 0     | ryfast_01.07.25
      oslo         | E6 Taraldrud     | 2019-10-15 12:00 | electric                       | 4     | fjellinjen.no/bompenger/historiske-takster
      oslo         | E6 Taraldrud     | 2019-10-15 08:00 | electric                       | 8     | fjellinjen.no/bompenger/historiske-takster
      oslo         | E6 Taraldrud     | 2019-10-15 08:00 | electric untagged              | 10    | fjellinjen.no/bompenger/historiske-takster
      oslo         | Uelands Gate     | 2019-10-15 12:00 | electric                       | 3.20  | fjellinjen.no/bompenger/historiske-takster
      oslo         | Uelands Gate     | 2019-10-15 08:00 | electric                       | 6.40  | fjellinjen.no/bompenger/historiske-takster
      oslo         | E6 Taraldrud     | 2019-10-15 08:00 | petrol untagged                | 27    | fjellinjen.no/bompenger/historiske-takster
      oslo         | E6 Taraldrud     | 2019-10-15 08:00 | large diesel euro6             | 69    | fjellinjen.no/privat/priser/vare-bomstasjoner-fra-1-juni-2019
      oslo         | Uelands Gate     | 2021-02-03 08:00 | electric                       | 8     | elbil24.no
      oslo         | E6 Taraldrud     | 2021-02-03 12:00 | electric                       | 8     | elbil24.no
      oslo         | Uelands Gate     | 2021-02-03 12:00 | petrol                         | 14.40 | elbil24.no
      oslo         | Uelands Gate     | 2022-03-02 12:00 | electric                       | 4     | 1-september-endres-takstene
      oslo         | E6 Taraldrud     | 2022-03-02 08:00 | electric                       | 8.80  | 1-september-endres-takstene
      oslo         | E6 Taraldrud     | 2022-03-02 08:00 | petrol                         | 22.40 | 1-september-endres-takstene
      oslo         | Uelands Gate     | 2022-03-02 12:00 | large diesel euro6             | 49    | 1-september-endres-takstene
      oslo         | Uelands Gate     | 2022-03-02 08:00 | large diesel euro6             | 66    | 1-september-endres-takstene
      oslo         | E6 Taraldrud     | 2022-03-02 12:00 | electric untagged              | 6     | 1-september-endres-takstene
      oslo         | Uelands Gate     | 2022-03-02 08:00 | electric untagged              | 9     | 1-september-endres-takstene
      oslo         | E6 Taraldrud     | 2021-01-05 12:00 | electric untagged              | 10    | vartoslo.no
      oslo         | Uelands Gate     | 2021-01-05 08:00 | electric untagged              | 10    | vartoslo.no
      oslo         | Uelands Gate     | 2022-09-05 12:00 | large gas                      | 0     | 1-september-endres-takstene
      oslo         | Uelands Gate     | 2019-10-15 12:00 | hydrogen                       | 0     | fjellinjen.no/har-du-elbil
      oslo         | Uelands Gate     | 2022-10-05 12:00 | large gas untagged             | 0     | 1-september-endres-takstene
      oslo         | Uelands Gate     | 2024-03-05 12:00 | large electric untagged        | 0     | fjellinjen.no/bompenger/historiske-takster
      oslo         | Uelands Gate     | 2025-03-05 08:00 | large diesel euro6             | 91    | mtlogistikk.no
      bergen       | Gravdal          | 2019-03-05 08:00 | electric                       | 0     | ferde.no/2019/03
      bergen       | Gravdal          | 2019-05-06 12:00 | hydrogen                       | 0     | autopass.no/Nyhetsarkiv
      nord-jaeren  | E 39 Mosvatnet, mot Nord - Stavanger sentrum | 2020-02-07 12:00 | electric                       | 0     | sola.kommune.no
      nord-jaeren  | E 39 Mosvatnet, mot Nord - Stavanger sentrum | 2020-02-10 12:00 | electric                       | 9.20  | bymiljopakken.no
      nord-jaeren  | E 39 Mosvatnet, mot Nord - Stavanger sentrum | 2024-01-02 12:00 | electric                       | 14.56 | ferde.no
      trondheim    | Klett - E6, S-snitt | 2021-10-29 12:00 | electric                    | 0     | elbil.no
      trondheim    | Klett - E6, S-snitt | 2021-11-01 12:00 | electric                    | 2.56  | elbil.no
      trondheim    | Klett - E6, S-snitt | 2024-06-05 12:00 | N1 electric                 | 0     | trondheim.kommune.no
      trondheim    | Klett - E6, S-snitt | 2021-11-01 08:00 | electric                    | 5.12  | elbil.no
      bodo         | Skjæringa        | 2019-12-30 12:00 | electric                       | 0     | bpsnord.no/2019
      bodo         | Skjæringa        | 2020-01-02 12:00 | electric                       | 6.40  | bpsnord.no/2019
      harstad      | Skolegata        | 2020-01-02 12:00 | electric                       | 5.20  | bpsnord.no/2019
      harstad      | Skolegata        | 2023-12-20 12:00 | electric                       | 5.20  | autopass.no/Nyhetsarkiv
      askoy        | Vatnavatnet      | 2019-05-02 12:00 | electric                       | 11.60 | ferde.no
      kvam         | Fv. 49 Steinsdalen | 2022-07-14 12:00 | electric                     | 10.40 | kvammapakken220321
      bomlo        | Bømlopakken      | 2024-05-30 12:00 | electric                       | 31.60 | boemlopakken
      bomlo        | Bømlopakken      | 2024-05-31 12:00 | electric                       | 47.60 | boemlopakken
      nordhordland | Fv. 57 Isdalstø  | 2021-10-01 12:00 | electric                       | 8.40  | prisjusteringer_01.10.21
      laksevegen   | Våvatnet         | 2024-12-03 12:00 | electric                       | 42.56 | fv-714-lakseveien
      laksevegen   | Fv. 714 Valslag  | 2024-12-03 12:00 | electric                       | 53.76 | fv-714-lakseveien
      hardangerbrua | Rv.13 Hardangerbrua | 2024-07-01 11:59 | electric                   | 51.60 | hardangerbrua
      hardangerbrua | Rv.13 Hardangerbrua | 2024-07-01 12:00 | electric                   | 75.60 | hardangerbrua
      nordoyvegen  | Fv. 659 Nordøyvegen | 2023-06-02 12:00 | electric                    | 96.32 | vg.no
      fv33-oppland | Vesle Øyangen    | 2023-06-30 10:00 | electric                       | 9.60  | oslofjordtunnelen.no
      e134-buskerud | E134 Damåsen    | 2023-11-07 14:59 | electric                       | 0     | ostfold.vegfinans.no
      e134-buskerud | E134 Damåsen    | 2023-11-07 15:00 | electric                       | 17.60 | ostfold.vegfinans.no
      e18-vestfold | E18 Sky          | 2023-06-01 10:00 | electric                       | 6.40  | e18-vestfold
      e18-telemark | E18 Stillinga    | 2024-06-03 12:00 | electric                       | 17.20 | tollroads.no
      rv4-oppland  | Rv. 4 Dynna      | 2022-03-01 11:59 | electric                       | 0     | vegvesen.no/vegprosjekter/rv4hadeland
      rv4-oppland  | Rv. 4 Dynna      | 2022-03-01 12:00 | electric                       | 19.20 | vegfinans.no
      rv3-rv25     | Rv3/25 Ny veg    | 2020-08-03 12:00 | electric                       | 17.20 | pengenytt.no
      e16-oppland  | Bagnskleive sideveg | 2023-03-01 10:00 | electric                    | 24.40 | prisjustering-av-takster-e16-oppland
      e16-oppland  | E16 Bagnskleive  | 2023-03-01 10:00 | large electric                 | 0     | prisjustering-av-takster-e16-oppland
      e16-eggemoen-olum | E16 Olum    | 2022-07-08 12:00 | large electric                 | 0     | takster-5
      e6-gardermoen-moelv | Akershus grense - Skaberud | 2022-08-01 10:00 | large electric | 0    | takster-12
      e6-ringebu-otta | E6 Odenrud    | 2023-03-01 10:00 | electric                       | 15.60 | prisjustering-av-takster-e6-ringebu-otta
      e6-gardermoen-moelv | E6 Jønsberg | 2021-08-01 12:00 | electric                     | 9.60  | e6-kolomoen-moelv
      e6-gardermoen-moelv | E6 Jønsberg | 2024-06-10 12:00 | electric                     | 10.80 | rv36telemark.vegfinans.no
      e6-gardermoen-moelv | E6 Vien   | 2024-06-10 12:00 | electric                       | 8.80  | rv36telemark.vegfinans.no
      e6-vindasliene | E6 Vindåsliene/E6 Fossum bru | 2026-10-05 12:00 | electric         | 29.12 | e6-vindasliene
      kristiansund | Rv.70 Nordsundbrua | 2026-10-05 12:00 | electric                     | 19.04 | kristiansund.kommune.no
      kristiansand | rv9 Grim         | 2023-06-15 12:00 | electric untagged              | 9     | ferde.no
      tonsberg     | Fv. 311 Presterødbakken | 2021-01-04 12:00 | electric                | 6.72  | vegfinans.no
      halogalandsbrua | E6 Hålogalandsbrua | 2020-07-08 12:00 | electric                  | 0     | bpsnord.no/2020
      nordland-e6  | Svenningvatnet   | 2020-09-15 12:00 | electric                       | 0     | bpsnord.no/2020
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

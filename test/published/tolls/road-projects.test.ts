import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, readBack, sums } from '../../support/toll-clerk.ts';

test.each(
  table(`
    from       | station                    | full | tag   | ev tag | large | source
    2018-03-01 | Hovinmoen - Dal            | 21   | 16.80 | -      | 33    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | Dal - Boksrud              | 21   | 16.80 | -      | 33    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | Boksrud - Minnesund        | 16   | 12.80 | -      | 26    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | Minnesund - Hedmark grense | 22   | 17.60 | -      | 35    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | Akershus grense - Skaberud | 22   | 17.60 | -      | 37    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | Skaberud - Kolomoen        | 24   | 19.20 | -      | 41    | vegfinans.no/nyheter/takstendringer-1-mars
    2022-08-01 | Hovinmoen - Dal            | 23   | 18.40 | 5.52   | 38    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | Dal - Boksrud              | 23   | 18.40 | 0      | 38    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | Boksrud - Minnesund        | 18   | 14.40 | 0      | 29    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | Minnesund - Hedmark grense | 24   | 19.20 | 0      | 40    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | Akershus grense - Skaberud | 25   | 20    | 10     | 42    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | Skaberud - Kolomoen        | 27   | 21.60 | 10.80  | 46    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | E6 Jønsberg                | 24   | 19.20 | 9.60   | 48    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | E6 Vien                    | 19   | 15.20 | 7.60   | 38    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | E6 Bergshøgda              | 19   | 15.20 | 7.60   | 38    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2022-08-01 | E6 Økelsrud                | 19   | 15.20 | 7.60   | 38    | e6bompenger.vegfinans.no/priser-og-betaling/takster-12
    2024-06-01 | E6 Jønsberg                | 27   | 21.60 | -      | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-01 | E6 Vien                    | 22   | 17.60 | -      | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-01 | E6 Bergshøgda              | 22   | 17.60 | -      | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-01 | E6 Økelsrud                | 22   | 17.60 | -      | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-01 | Dal - Boksrud              | 23   | -     | -      | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-01 | Boksrud - Minnesund        | 18   | -     | -      | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-01 | Minnesund - Hedmark grense | 24   | -     | -      | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-01 | Akershus grense - Skaberud | 25   | -     | -      | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
  `),
)('E6 Gardermoen-Moelv, $station from $from', (row) => {
  expect(readBack('e6-gardermoen-moelv', row)).toEqual(row);
});

test('Dal - Boksrud, where collection has ended, is no passage in 2026: not charged, not unpriced, not free', () => {
  const bill = drive('e6-gardermoen-moelv', '2026-10-05 12:00 Dal - Boksrud');
  expect([bill.count, bill.charged, bill.unpriced, bill.free, bill.warnings]).toEqual([
    0,
    [],
    [],
    [],
    [],
  ]);
});

test.each(
  table(`
    from       | station                 | full | tag   | large | source
    2018-03-01 | E6 Odenrud              | 33   | 26.40 | 66    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | E6 Hardvollsmorka       | 22   | 17.60 | 44    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | E6 Teigkampen           | 30   | 24    | 60    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | E6 Bjørkerusten         | 15   | 12    | 30    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | Fv. 312 Hesteskobakken  | 16   | 12.80 | 32    | vegfinans.no/nyheter/takstendringer-1-mars
    2018-03-01 | Fv. 312 Moastugu        | 11   | 8.80  | 22    | vegfinans.no/nyheter/takstendringer-1-mars
    2023-03-01 | E6 Odenrud              | 39   | 31.20 | 78    | vegfinans.no/nyheter/prisjustering-av-takster-e6-ringebu-otta
    2023-03-01 | E6 Hardvollsmorka       | 26   | 20.80 | 52    | vegfinans.no/nyheter/prisjustering-av-takster-e6-ringebu-otta
    2023-03-01 | E6 Teigkampen           | 36   | 28.80 | 72    | vegfinans.no/nyheter/prisjustering-av-takster-e6-ringebu-otta
    2023-03-01 | E6 Bjørkerusten         | 17   | 13.60 | 34    | vegfinans.no/nyheter/prisjustering-av-takster-e6-ringebu-otta
    2023-03-01 | Fv. 312 Hesteskobakken  | 20   | 16    | 40    | vegfinans.no/nyheter/prisjustering-av-takster-e6-ringebu-otta
    2023-03-01 | Fv. 312 Moastugu        | 13   | 10.40 | 26    | vegfinans.no/nyheter/prisjustering-av-takster-e6-ringebu-otta
  `),
)('E6 Ringebu-Otta, $station from $from', (row) => {
  expect(readBack('e6-ringebu-otta', row)).toEqual(row);
});

test.each(
  table(`
    from       | station       | full | tag   | ev tag | large | source
    2018-01-01 | E18 Gulli     | 5    | 4     | -      | 9     | vegfinans.no/Nyheter/Oppstart-innkreving-og-takstendringer-E18-Vestfold
    2018-01-01 | E18 Ramsum    | 12   | 9.60  | -      | 20    | vegfinans.no/Nyheter/Oppstart-innkreving-og-takstendringer-E18-Vestfold
    2018-01-01 | E18 Fokserød  | 7    | 5.60  | -      | 11    | vegfinans.no/Nyheter/Oppstart-innkreving-og-takstendringer-E18-Vestfold
    2018-01-01 | E18 Natvall   | 8    | 6.40  | -      | 12    | vegfinans.no/Nyheter/Oppstart-innkreving-og-takstendringer-E18-Vestfold
    2018-01-01 | E18 Skinmo    | 10   | 8     | -      | 16    | vegfinans.no/Nyheter/Oppstart-innkreving-og-takstendringer-E18-Vestfold
    2018-02-19 | E18 Bommestad | 8    | 6.40  | -      | 13    | vegfinans.no/Nyheter/Oppstart-innkreving-og-takstendringer-E18-Vestfold
    2018-01-01 | E18 Sky       | 13   | 10.40 | -      | 21    | vegfinans.no/Nyheter/Oppstart-innkreving-og-takstendringer-E18-Vestfold
    2023-06-01 | E18 Gulli     | 7    | 5.60  | 2.80   | 11    | oslofjordtunnelen.no/aktuelt
    2023-06-01 | E18 Ramsum    | 14   | 11.20 | 5.60   | 24    | oslofjordtunnelen.no/aktuelt
    2023-06-01 | E18 Fokserød  | 8    | 6.40  | 3.20   | 13    | oslofjordtunnelen.no/aktuelt
    2023-06-01 | E18 Natvall   | 9    | 7.20  | 3.60   | 14    | oslofjordtunnelen.no/aktuelt
    2023-06-01 | E18 Skinmo    | 12   | 9.60  | 4.80   | 20    | oslofjordtunnelen.no/aktuelt
    2023-06-01 | E18 Bommestad | 10   | 8     | 4      | 15    | oslofjordtunnelen.no/aktuelt
    2023-06-01 | E18 Sky       | 16   | 12.80 | 6.40   | 26    | oslofjordtunnelen.no/aktuelt
  `),
)('E18 Vestfold, $station from $from', (row) => {
  expect(readBack('e18-vestfold', row)).toEqual(row);
});

test.each(
  table(`
    project                   | from       | station                           | full | tag    | ev tag | large | source
    e6-oppland                | 2018-03-01 | Tingberg                          | 24   | 19.20  | -      | 40    | vegfinans.no/nyheter/takstendringer-1-mars
    e6-oppland                | 2018-03-01 | Skarsmoen                         | 18   | 14.40  | -      | 30    | vegfinans.no/nyheter/takstendringer-1-mars
    e16-kongsvinger           | 2017-03-27 | Fv. 175 Åsum                      | 16   | -      | -      | 32    | regjeringen.no/no/aktuelt/slutt-pa-bompenger-pa-e16-mellom-klofta-og-nybakk/id2538390/
    e16-kongsvinger           | 2017-03-27 | E16 Åsum                          | 32   | -      | -      | 64    | regjeringen.no/no/aktuelt/slutt-pa-bompenger-pa-e16-mellom-klofta-og-nybakk/id2538390/
    e16-kongsvinger           | 2018-03-01 | E16 Åsum                          | 33   | 26.40  | -      | 55    | vegfinans.no/nyheter/takstendringer-1-mars
    e16-kongsvinger           | 2018-03-01 | Fv. 175 Åsum                      | 17   | 13.60  | -      | 28    | vegfinans.no/nyheter/takstendringer-1-mars
    e16-kongsvinger           | 2018-03-01 | Fv. 250 Fulu                      | 17   | 13.60  | -      | 28    | vegfinans.no/nyheter/takstendringer-1-mars
    e18-telemark              | 2019-12-02 | E18 Stillinga                     | 36   | 28.80  | 14.40  | 72    | autopass.no/Nyhetsarkiv/bompengeinnkreving-pa-e18-rugtvedtdordal
    e18-telemark              | 2024-06-01 | E18 Stillinga                     | 43   | 34.40  | 17.20  | -     | tollroads.no/aktuelt/prisjustering-av-takster-ved-e18-rugtvedt-dordal
    e18-tvedestrand-arendal   | 2019-09-01 | E18 Mørland                       | 30   | 24     | 12     | 75    | ferde.no/2019/08/oppstart-av-innkreving-for-e18-tvedestrand-arendal-fra-01-09-19/
    e18-tvedestrand-arendal   | 2019-09-01 | E18 Stølen                        | 14   | 11.20  | 5.60   | 35    | ferde.no/2019/08/oppstart-av-innkreving-for-e18-tvedestrand-arendal-fra-01-09-19/
    e39-kristiansand-lyngdal  | 2021-12-20 | E39 Skoieveien                    | 22   | 17.60  | 8.80   | 67    | ferde.no/driftsmeldinger/e39-kristiansand-vest-lyngdal-vest_20.12.21
    e16-oppland               | 2023-03-01 | E16 Bagnskleive                   | 61   | 48.80  | 24.40  | 152   | vegfinans.no/nyheter/prisjustering-av-takster-e16-oppland
    e16-eggemoen-olum         | 2022-07-08 | E16 Olum                          | 58   | 46.40  | 23.20  | 145   | e16eggemoen-olum.vegfinans.no/priser-og-betaling/takster-5
    e16-eggemoen-olum         | 2022-07-08 | Fv. 2280 Eggemoen                 | 21   | 16.80  | 8.40   | 53    | e16eggemoen-olum.vegfinans.no/priser-og-betaling/takster-5
    e16-eggemoen-olum         | 2022-07-08 | Kleggerud nord                    | 21   | 16.80  | 8.40   | 53    | e16eggemoen-olum.vegfinans.no/priser-og-betaling/takster-5
    e16-eggemoen-olum         | 2022-07-08 | Fv. 2280 Olum                     | 21   | 16.80  | 8.40   | 53    | e16eggemoen-olum.vegfinans.no/priser-og-betaling/takster-5
    fv255-gausdal             | 2019-10-01 | Fåberg                            | 15   | 12     | -      | 24    | vegfinans.no
    fv255-gausdal             | 2019-10-01 | Jørstadmoen                       | 15   | 12     | -      | 24    | vegfinans.no
    laksevegen                | 2020-01-01 | Våvatnet                          | 58   | -      | -      | 194   | avisa-st.no
    laksevegen                | 2020-01-01 | Fv. 714 Valslag                   | 72   | -      | -      | 243   | avisa-st.no
    fv78-helgeland            | 2018-05-28 | Fv. 78 Hjartåsen bomstasjon Kulstad | 26 | -      | -      | 44    | bomveinord.no/takstvedtak
    fv78-helgeland            | 2018-05-28 | Fv. 78 Drevja                     | 30   | -      | -      | 48    | bomveinord.no/takstvedtak
    fv78-helgeland            | 2018-05-28 | Fv. 78 Toven                      | 91   | -      | -      | 245   | bomveinord.no/takstvedtak
    halogalandsbrua           | 2018-04-01 | E6/E10 Leirvik                    | 42   | 33.60  | -      | 99    | bomveinord.no/takstvedtak
    nordoyvegen               | 2022-08-27 | Fv. 659 Nordøyvegen               | 219  | -      | -      | 657   | nrk.no/mr/nordoyvegen-1.12782658
    hardangerbrua             | 2017-01-01 | Rv.13 Hardangerbrua               | 150  | -      | -      | 600   | nrk.no/hordaland/fleire-koyrer-over-hardangerbrua-1.13308166
  `),
)('$project, $station from $from', ({ project = '', ...row }) => {
  expect(readBack(project, row)).toEqual(row);
});

test('what the notice of 2018 and the extract of 2026 agree on is known in between', () => {
  const toven = drive('fv78-helgeland', '2022-06-01 12:00 Fv. 78 Toven');
  const codes = toven.warnings.map(({ code }) => code);
  expect([toven.total.smallNoDiscountOre, codes]).toEqual([9100, ['stations_of_extract']]);
});

test('what they disagree on is known to the end of the first calendar year only', () => {
  const codes = (day: string) =>
    drive('e16-oppland', `${day} 12:00 E16 Bagnskleive`)
      .warnings.map(({ code }) => code)
      .filter((code) => code !== 'stations_of_extract');
  expect([codes('2023-12-29'), codes('2024-01-02'), codes('2026-10-05')]).toEqual([
    [],
    ['tariff_not_known_for_day'],
    [],
  ]);
});

test.each(
  table<'drive' | 'pays' | 'because'>(`
    drive                      | pays           | because
    2015-01-12 12:00 E18 Gulli | 4.50 5 9 10    | an agreement takes 10 % off for both sizes
    2015-01-12 12:00 E18 Sky   | 10.80 12 21.60 24 | 50 kr from Gulli to Sky, by the news of the day
    2015-12-31 12:00 E18 Ramsum | 9.90 11 19.80 22 | it is known for its year
    2023-05-31 12:00 E18 Gulli | 4 5 9 9        | the day before the price changes
    2023-06-01 09:59 E18 Gulli | 4 5 9 9        | the price of 2023 holds from 10:00
    2023-06-01 10:00 E18 Gulli | 5.60 7 11 11   | it holds from that minute
    2023-06-02 00:00 E18 Gulli | 5.60 7 11 11   | and at any time of the next day
    2023-06-01 09:59 E18 Sky   | 10.40 13 21 21 | it is so at every station
    2023-06-01 10:00 E18 Sky   | 12.80 16 26 26 | it is so at every station
  `),
)('E18 Vestfold, $drive: $pays, because $because', ({ drive: text, pays }) => {
  expect(sums(drive('e18-vestfold', text))).toBe(pays);
});

test.each([
  ['2023-10-12 11:59', ['Hovinmoen - Dal', 'Skaberud - Kolomoen']],
  ['2023-10-12 12:00', []],
])('E6 Gardermoen-Moelv at %s: the stations that the data lacks are %j', (time, names) => {
  const { warnings } = drive('e6-gardermoen-moelv', `${time} E6 Jønsberg`);
  const missing = warnings.filter(({ code }) => code === 'station_missing');
  expect(missing.map(({ about }) => about)).toEqual(names);
});

test.each(
  table<'project' | 'drive' | 'pays' | 'because'>(`
    project         | drive                               | pays           | because
    rv3-rv25        | 2021-02-19 11:00 Rv3/25 Ny veg      | 34.40 43 54 54 | the toll is halved at noon
    rv3-rv25        | 2021-02-19 12:00 Rv3/25 Ny veg      | 21.60 27 54 54 | a price that has ended, as a source tells, is not used any more
    rv3-rv25        | 2025-12-03 12:00 Rv3/25 Ny veg      | 21.60 27 54 54 | however long ago that was
    kvam            | 2022-07-14 12:00 Fv. 49 Steinsdalen             | 20.80 26 40 40 | it is the last day of this price
    kvam            | 2022-07-15 12:00 Fv. 49 Steinsdalen             | 24.80 31 40 40 | it has ended, and the amounts of the next one are not known
    harstad         | 2024-05-31 12:00 Samasjøen          | 10.40 13 20 20 | it is the day before the tariff of 2024-06-01
    harstad         | 2024-06-01 12:00 Samasjøen          | 16 20 32 32    | whose amounts are not known
    forde           | 2019-06-03 12:00 Rv 5 Kletten (Øyrane)              | 20.80 26 47 47 | the tariff of 2016 is nearer than the extract
    forde           | 2025-12-03 12:00 Rv 5 Kletten (Øyrane)              | 36 45 83 83    | the extract is nearer
    forde           | 2026-01-07 12:00 Rv 5 Kletten (Øyrane)              | 36 45 83 83    | it is its own year
    halogalandsbrua | 2025-12-03 12:00 E6/E10 Leirvik     | 17.60 22 50 50 | the nearer one need not be the dearer
  `),
)(
  'between two tariffs, $project $drive: $pays, because $because',
  ({ project, drive: text, pays }) => {
    expect(sums(drive(project, text))).toBe(pays);
  },
);

test.each(
  table<'project' | 'drive' | 'pays' | 'known' | 'because'>(`
    project         | drive                                 | pays           | known | because
    forde           | 2017-05-02 12:00 Rv 5 Kletten (Øyrane) | 20.80 26 47 47 | yes   | the notice has 26 and 20.80, 47 and 47
    nordland-e6     | 2017-10-02 12:00 Grane - Vefsn        | 27.90 31 83.70 93 | yes | a tag takes 10 % off for both sizes in 2017
    nordland-e6     | 2017-10-02 12:00 Forsmo (gamle E6)    | 23.40 26 70.20 78 | yes | and so it does at Forsmo, by the same notice
    nordland-e6     | 2018-02-01 12:00 Grane - Vefsn        | 24.80 31 93 93 | no    | the day of the reform is not told
    e6-ringebu-otta | 2017-06-01 12:00 E6 Odenrud           | 36 36 72 72    | no    | what a tag took off before the reform is not told
    e6-ringebu-otta | 2018-01-15 12:00 E6 Odenrud           | 28.80 36 72 72 | no    | nor whether the reform had come
    e6-ringebu-otta | 2018-03-01 12:00 E6 Odenrud           | 26.40 33 66 66 | yes   | the reform has come
    e18-vestfold    | 2016-06-01 12:00 E18 Gulli            | 4.50 5 9 10    | yes   | 10 % by the notice of 2015
    harstad         | 2018-03-31 12:00 Samasjøen            | 13 13 20 20    | no    | the day before it comes to Harstad
    harstad         | 2018-04-01 12:00 Samasjøen            | 10.40 13 20 20 | yes   | the day on which it comes to Harstad
  `),
)('the tag in $project, $drive: $pays, known: $known, because $because', (row) => {
  const bill = drive(row.project, row.drive);
  const unknown = bill.warnings.filter(({ code }) => code === 'tag_discount_not_known');
  const certainties = bill.lines.map(({ price }) => price.small?.tagged.certainty);
  expect([sums(bill), unknown.length === 0 ? 'yes' : 'no']).toEqual([row.pays, row.known]);
  if (row.known === 'no') expect(certainties).toEqual(['carried']);
});

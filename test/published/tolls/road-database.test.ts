import { expect, test } from 'vitest';
import { table } from '../../support/table.ts';
import { drive, printed, stations } from '../../support/toll-clerk.ts';

// Prices without tag discount of NVDB type 45, extract of 2026-09-10, on Monday 2026-10-05 at 12:00
// and, under `rush`, at 08:00. Small is diesel in Oslo and Bergen.
const OBSERVED = table<'project' | 'station' | 'small' | 'tag' | 'large' | 'rush'>(`
  project                   | station                                    | small | tag    | large | rush
  oslo                      | Uelands Gate                               | 42    | 33.60  | 161   | 50
  oslo                      | E6 Taraldrud                               | 42    | 33.60  | 161   | 50
  bergen                    | Sandviken                                  | 38    | 30.40  | 88    | 70
  bergen                    | Åsanemyrane                                | 38    | 30.40  | 88    | 38
  bergen                    | Småstrandgaten                             | 38    | 30.40  | 88    | 38
  nord-jaeren               | Lagårdsveien, mot Nord - Stavanger sentrum | 30    | 24     | 76    | 30
  nord-jaeren               | Stokkaveien                                | 30    | 24     | 76    | 30
  ryfast                    | Rv13 Hundvåg                               | 24    | 19.20  | 65    | 24
  ryfast                    | Rv13 Solbakk                               | 119   | 95.20  | 357   | 119
  trondheim                 | Tungasletta, O-snitt                       | 16    | 12.80  | 38    | 21
  trondheim                 | Være (Gml. E6), N-snitt                    | 22    | 17.60  | 53    | 44
  trondheim                 | Nydalsbrua Sør (Oslovn)                    | 22    | 17.60  | 39    | 44
  trondheim                 | Kroppan bru (Sørgående), M-snitt           | 16    | 12.80  | 60    | 21
  laksevegen                | Fv. 714 Valslag                            | 96    | 76.80  | 321   | 96
  laksevegen                | Våvatnet                                   | 76    | 60.80  | 252   | 76
  nedre-glomma              | Dikeveien                                  | 34    | 27.20  | 68    | 34
  tromso                    | E8 Breivika                                | 14    | 11.20  | 28    | 42
  kristiansand              | rv9 Grim                                   | 25    | 20     | 51    | 38
  alesund                   | Moa                                        | 31    | 24.80  | 61    | 31
  grenland                  | Vallermyrene                               | 21    | 16.80  | 42    | 29
  haugaland                 | Fv47 Karmsundgata                          | 15    | 12     | 31    | 15
  harstad                   | Skolegata                                  | 20    | 16     | 32    | 20
  bodo                      | Skjæringa                                  | 21    | 16.80  | 48    | 21
  tonsberg                  | Fv. 300 Auli                               | 21    | 16.80  | 42    | 21
  e16-eggemoen-olum         | Fv. 2280 Eggemoen                          | 23    | 18.40  | 58    | 23
  e16-eggemoen-olum         | E16 Olum                                   | 64    | 51.20  | 160   | 64
  nordhordland              | Fv. 57 Isdalstø                            | 25    | 20     | 40    | 25
  askoy                     | Storeklubben                               | 44    | 35.20  | 88    | 44
  askoy                     | Fv 5254 Kleppevegen                        | 44    | 35.20  | 88    | 44
  forde                     | Rv 5 Kletten (Øyrane)                      | 45    | 36     | 83    | 45
  kristiansund              | Rv.70 Omsundbrua                           | 34    | 27.20  | 68    | 34
  kvam                      | Fv. 49 Steinsdalen                         | 31    | 24.80  | 40    | 31
  bomlo                     | Bømlopakken                                | 98    | 78.40  | 195   | 98
  rv3-rv25                  | Rv3/25 Ny veg                              | 27    | 21.60  | 54    | 27
  fv78-helgeland            | Fv. 78 Toven                               | 91    | 72.80  | 245   | 91
  halogalandsbrua           | E6 Hålogalandsbrua                         | 90    | 72     | 225   | 90
  halogalandsbrua           | E6/E10 Leirvik                             | 22    | 17.60  | 50    | 22
  nordland-e6               | E6 Bolna                                   | 45    | 36     | 109   | 45
  nordland-e6               | Grane - Vefsn                              | 31    | 24.80  | 76    | 31
  e16-bjorum-skaret         | E16 Avtjerna                               | 51    | 40.80  | 102   | 51
  e16-bjorum-skaret         | E16 Skaret                                 | 51    | 40.80  | 102   | 51
  e16-bjorum-skaret         | Fv. Skaret                                 | 51    | 40.80  | 102   | 51
  e39-lonset-hjelset        | E39 Hjelset                                | 44    | 35.20  | 87    | 44
  e39-svegatjorn-radal      | E39 Endalausmarka FS                       | 64    | 51.20  | 129   | 64
  e6-ulsberg-melhus         | E6 Søberg                                  | 45    | 36     | 91    | 45
  e18-tvedestrand-arendal   | E18 Mørland                                | 30    | 24     | 74    | 30
  e39-kristiansand-lyngdal  | E39 Lohnelier                              | 47    | 37.60  | 140   | 47
  e39-kristiansand-lyngdal  | E39 Skoieveien                             | 34    | 27.20  | 101   | 34
  hardangerbrua             | Rv.13 Hardangerbrua                        | 143   | 114.40 | 428   | 143
  fosenvegene               | Krinsvatn                                  | 57    | 45.60  | 136   | 57
  fv353-rugtvedt-surtebogen | Fv. 353 Hafraker                           | 30    | 24     | 90    | 30
  nordoyvegen               | Fv. 659 Nordøyvegen                        | 186   | 148.80 | 557   | 186
  e6-vindasliene            | E6 Vindåsliene/E6 Fossum bru               | 52    | 41.60  | 104   | 52
  e6-ranheim-verdal         | Ranheim                                    | 60    | 48     | 121   | 60
  fv17-fv720                | Malm                                       | 66    | 52.80  | 133   | 66
  e134-buskerud             | E134 Damåsen                               | 44    | 35.20  | 109   | 44
  e16-kongsvinger           | E16 Åsum                                   | 44    | 35.20  | 73    | 44
  e16-kongsvinger           | Fv. 175 Åsum                               | 22    | 17.60  | 36    | 22
  e16-oppland               | E16 Bagnskleive                            | 69    | 55.20  | 170   | 69
  e18-telemark              | E18 Stillinga                              | 43    | 34.40  | 86    | 43
  e18-vestfold              | E18 Sky                                    | 18    | 14.40  | 28    | 18
  e6-gardermoen-moelv       | Akershus grense - Skaberud                 | 30    | 24     | 49    | 30
  e6-gardermoen-moelv       | E6 Jønsberg                                | 29    | 23.20  | 58    | 29
  e6-ringebu-otta           | E6 Odenrud                                 | 43    | 34.40  | 86    | 43
  fv33-oppland              | Vesle Øyangen                              | 27    | 21.60  | 54    | 27
  hallingporten             | Rv. 7 Brekkebygda                          | 88    | 70.40  | 179   | 88
  rv36-telemark             | Rv. 36 Ullevik                             | 30    | 24     | 77    | 30
  rv36-telemark             | Stodi                                      | 26    | 20.80  | 78    | 26
  rv4-oppland               | Rv. 4 Lygna                                | 55    | 44     | 110   | 55
`);

test.each(OBSERVED)('$project, $station: $small, tag $tag, large $large, rush $rush', (row) => {
  const noon = drive(row.project, `2026-10-05 12:00 ${row.station}`);
  const morning = drive(row.project, `2026-10-05 08:00 ${row.station}`);
  expect({
    ...row,
    small: printed(noon.total.smallNoDiscountOre),
    tag: printed(noon.total.smallOre),
    large: printed(noon.total.largeOre),
    rush: printed(morning.total.smallNoDiscountOre),
  }).toEqual(row);
  expect(noon.total.largeNoDiscountOre).toBe(noon.total.largeOre);
});

test('on 2026-10-05 the extract of the year is known, whatever was published before', () => {
  const unsure = OBSERVED.filter(({ project, station }) =>
    drive(project, `2026-10-05 12:00 ${station}`).warnings.some(
      ({ code }) => code === 'tariff_not_known_for_day',
    ),
  );
  expect(unsure).toEqual([]);
});

test('in the next calendar year every price comes with a warning', () => {
  const sure = OBSERVED.filter(({ project, station }) =>
    drive(project, `2027-01-04 12:00 ${station}`).warnings.every(
      ({ code }) => code !== 'tariff_not_known_for_day',
    ),
  );
  expect(sure).toEqual([]);
});

test('every project with a price in the extract has a row here', () => {
  const priced = stations.filter(
    ({ project, tariffs }) =>
      !['unknown', 'private-roads', 'ferry-collection'].includes(project.id) &&
      tariffs.some(({ observed, small }) => observed === true && small !== undefined),
  );
  const projects = (ids: readonly string[]) => [...new Set(ids)].sort();
  expect(projects(OBSERVED.map(({ project }) => project))).toEqual(
    projects(priced.map(({ project }) => project.id)),
  );
});

import { expect, test } from 'vitest';
import { nextDay } from '../../../src/base/day.ts';
import { table } from '../../support/table.ts';
import { drive, projectRecord, stations, sums } from '../../support/toll-clerk.ts';

/** `-`: no passage. `?`: charged, and the bill says that it may not have been collected. */
const say = (project: string, text: string) => {
  const bill = drive(project, text);
  const { charged, free, unpriced, warnings } = bill;
  if (charged.length + free.length + unpriced.length === 0) return '-';
  const isUnsure = warnings.some(({ code }) => code === 'collection_not_known');
  return isUnsure ? '?' : 'charged';
};

test.each(
  table<'project' | 'station' | 'before' | 'from' | 'source'>(`
    project                 | station                                   | before           | from             | source
    oslo                    | Uelands Gate                              | 2019-05-31 23:59 | 2019-06-01 00:00 | tv2.no/a/10640682
    oslo                    | E6 Taraldrud                              | 2019-05-31 23:59 | 2019-06-01 00:00 | tv2.no/a/10640682
    bergen                  | Åsanemyrane                               | 2019-04-05 23:59 | 2019-04-06 00:00 | autopass.no/Nyhetsarkiv/endringer-i-bompengeinnkrevingen-i-bergen-fra-og-med-6.april-2019
    nord-jaeren             | Dyre Vaas vei, mot Sør - Sandnes sentrum  | 2018-09-30 23:59 | 2018-10-01 00:00 | nrk.no/rogaland/slik-har-opninga-av-ny-bomring-gatt-1.14230284
    ryfast                  | Rv13 Solbakk                              | 2021-01-31 23:59 | 2021-02-01 00:00 | ferde.no/driftsmeldinger/ryfast010221
    kristiansand            | rv9 Grim                                  | 2021-08-31 23:59 | 2021-09-01 00:00 | autopass.no/Nyhetsarkiv/bompenger-i-kristiansand
    nedre-glomma            | Dikeveien                                 | 2019-11-14 23:59 | 2019-11-15 00:00 | autopass.no/Nyhetsarkiv/bomringen-i-fredrikstad-apner-15.november
    nedre-glomma            | Fv. 118 Sarpsbru                          | 2024-03-19 23:59 | 2024-03-20 00:00 | vegfinans.no/aktuelt/oppstart-av-bompengeinnkreving-ved-bypakke-nedre-glomma-fase-2
    tromso                  | E8 Breivika                               | 2023-01-04 23:59 | 2023-01-05 00:00 | bpsnord.no/bypakke-tenk-tromso/
    grenland                | Vallermyrene                              | 2016-10-03 11:59 | 2016-10-03 12:00 | bypakka.no/Om-Bypakka/Bompenger
    alesund                 | Moa                                       | 2022-08-21 23:59 | 2022-08-22 00:00 | bypakkealesund.no/bompengar/om-bompengar-i-alesund/
    haugaland               | Fv4848 Vormedalsvegen                     | 2026-03-29 23:59 | 2026-03-30 00:00 | radiohaugaland.no/ny-bomring-pa-haugalandet-innfores-30-mars
    haugaland               | E134 Karmsundgata/Norheim                 | 2026-03-29 23:59 | 2026-03-30 00:00 | radiohaugaland.no/ny-bomring-pa-haugalandet-innfores-30-mars
    bodo                    | Skjæringa                                 | 2015-10-14 23:59 | 2015-10-15 00:00 | autopass.no/Nyhetsarkiv/bypakke-bodø
    harstad                 | Skolegata                                 | 2016-06-26 23:59 | 2016-06-27 00:00 | autopass.no/Nyhetsarkiv/tunnelapning-i-harstad
    harstad                 | Seljestad                                 | 2020-01-03 23:59 | 2020-01-04 00:00 | autopass.no/Nyhetsarkiv/tunnelapning-i-harstad
    e16-eggemoen-olum       | E16 Olum                                  | 2022-07-08 09:59 | 2022-07-08 10:00 | e16eggemoen-olum.vegfinans.no/priser-og-betaling/takster-5
    e6-gardermoen-moelv     | Akershus grense - Skaberud                | 2014-12-15 05:59 | 2014-12-15 06:00 | at.no/anlegg/420987
    e18-telemark            | E18 Stillinga                             | 2019-12-01 23:59 | 2019-12-02 00:00 | autopass.no/Nyhetsarkiv/bompengeinnkreving-pa-e18-rugtvedtdordal
    e18-tvedestrand-arendal | E18 Mørland                               | 2019-08-31 23:59 | 2019-09-01 00:00 | ferde.no/2019/07/delay-on-toll-collection-at-e18-tvedestrand-arendal/?lang=en/
    e39-kristiansand-lyngdal | E39 Skoieveien                           | 2021-12-19 23:59 | 2021-12-20 00:00 | ferde.no/driftsmeldinger/e39-kristiansand-vest-lyngdal-vest_20.12.21
    e39-svegatjorn-radal    | Fv 583 Bahus                              | 2022-10-30 23:59 | 2022-10-31 00:00 | ferde.no/driftsmeldinger/e39-svegatjorn-raadal_31.10.22
    nordland-e6             | E6 Bolna                                  | 2019-11-29 23:59 | 2019-11-30 00:00 | bpsnord.no/2020/oppstart-av-bompengeinnkreving-for-bolna-e6-helgeland-nord/
    nordland-e6             | Fusta (nye E6)                            | 2020-09-14 23:59 | 2020-09-15 00:00 | bpsnord.no/2020/kunngjoring-oppstart-av-bompengeinnkreving-e6-helgeland-sor/
    nordland-e6             | Svenningvatnet                            | 2017-08-31 23:59 | 2017-09-01 00:00 | vegvesen.no/vegprosjekter/europaveg/e6helgelandsor/nyhetsarkiv/autopass-avtale-gir-ti-prosent-rabatt/
    rv4-oppland             | Rv. 4 Dynna                               | 2017-07-09 23:59 | 2017-07-10 00:00 | vegvesen.no/vegprosjekter/rv4hadeland/Nyhetsarkiv/10.juli-starter-innkrevingen-av-bompenger-for-forste-utbyggingsetappe-av-riksveg-4
    e134-buskerud           | E134 Damåsen                              | 2020-07-06 09:59 | 2020-07-06 10:00 | vegvesen.no/vegprosjekter/europaveg/damasen/nyhetsarkiv/kongsberg-to-millioner-biler-passert/
    nordhordland            | Fv. 565 Soltveit                          | 2024-05-01 23:59 | 2024-05-02 00:00 | ferde.no/bomanlegg-og-priser/nordhordlandspakken
    nordhordland            | E39 Mundalsberget                         | 2019-11-30 23:59 | 2019-12-01 00:00 | ferde.no/2019/10/oppstart-av-innkreving-for-nordhordlandspakken-fra-01-12-19/
    fv17-fv720              | Sprova                                    | 2020-06-21 23:59 | 2020-06-22 00:00 | trondelagfylke.no/vare-tjenester/veg/nyheter-fylkesveg/nyheter-fylkesveg/fv.-17-apner-for-trafikk/
    e16-oppland             | E16 Bagnskleive                           | 2019-10-28 23:59 | 2019-10-29 00:00 | autopass.no/Nyhetsarkiv/bompengeinnkreving-e16-bagnbjorgo-er-i-gang
    laksevegen              | Våvatnet                                  | 2014-04-27 23:59 | 2014-04-28 00:00 | hitra-froya.no/nyheter/i/QmdbRR/na-er-det-klart-nar-bomstasjonen-apner
    rv3-rv25                | Rv3/25 Ny veg                             | 2020-08-02 23:59 | 2020-08-03 00:00 | pengenytt.no/halverer-bompenge-takstene-pa-norges-storste-veiprosjekt/
  `),
)('$station in $project collects from $from on, and not at $before', ({ project, ...row }) => {
  const told = projectRecord(project).collection ?? [];
  expect(told.map(({ source }) => source).join(' ; ')).toContain(row.source);
  expect([
    say(project, `${row.before} ${row.station}`),
    say(project, `${row.from} ${row.station}`),
  ]).toEqual(['-', 'charged']);
});

test.each(
  table<'project' | 'drive' | 'is' | 'because'>(`
    project             | drive                                         | is      | because
    haugaland           | 2023-06-30 23:59 E134 Karmsundgata/Norheim    | charged | the four stations of Karmøy close on 2023-07-01
    haugaland           | 2023-07-01 00:00 E134 Karmsundgata/Norheim    | -       | the four stations of Karmøy close on 2023-07-01
    haugaland           | 2024-05-05 12:00 Fv47 Karmsundgata            | charged | the ring round the centre stays as it was
    kristiansand        | 2020-12-31 23:59 rv9 Grim                     | charged | phase 1 ends with the year 2020
    kristiansand        | 2021-01-01 00:00 rv9 Grim                     | -       | phase 1 ends with the year 2020
    kristiansand        | 2024-06-20 12:00 E39 Fidjane                  | -       | the ten new stations are not older than the tariff of 2024-06-21
    kristiansand        | 2025-06-20 12:00 E39 Fidjane                  | ?       | by the news they begin in 2025, on a day that is not told
    kristiansand        | 2026-06-20 12:00 E39 Fidjane                  | charged | they stand by 2026
    kristiansund        | 2026-01-03 12:00 Rv.70 Omsundbrua             | -       | not yet collected on 2026-01-05
    kristiansund        | 2026-02-03 12:00 Rv.70 Omsundbrua             | ?       | the day of the start was not found
    kristiansund        | 2026-10-05 12:00 Rv.70 Omsundbrua             | charged | the road database has its tariff
    tonsberg            | 2026-01-03 12:00 Fv. 300 Auli                 | -       | not yet collected on 2026-01-05
    tonsberg            | 2026-10-05 12:00 Fv. 300 Auli                 | charged | the road database has its tariff
    e6-ringebu-otta     | 2016-12-16 12:00 E6 Odenrud                   | -       | the road opens on 2016-12-17
    e6-ringebu-otta     | 2017-06-01 12:00 Fv. 312 Moastugu             | ?       | the first day of collection was not found
    e6-ringebu-otta     | 2018-02-01 12:00 E6 Odenrud                   | charged | the tariffs of before March 2018 are in the news
    halogalandsbrua     | 2018-06-01 12:00 E6 Hålogalandsbrua           | -       | the bridge opens on 2018-12-09
    halogalandsbrua     | 2019-06-01 12:00 E6 Hålogalandsbrua           | ?       | the first day of collection was not found
    halogalandsbrua     | 2018-06-01 12:00 E6/E10 Leirvik               | charged | it has a tariff of 2018-04-01
    nordoyvegen         | 2022-08-26 12:00 Fv. 659 Nordøyvegen          | -       | free until the whole road opens on 2022-08-27
    nordoyvegen         | 2022-10-01 12:00 Fv. 659 Nordøyvegen          | ?       | that it collected is known of 2023
    e18-vestfold        | 2018-02-18 12:00 E18 Bommestad                | -       | on 2018-02-19 it is still to open
    nordhordland        | 2019-06-01 12:00 Fv. 565 Soltveit             | -       | it comes after the other five
    rv4-oppland         | 2016-06-01 12:00 Rv. 4 Lygna                  | -       | it comes after those of Dynna
    rv36-telemark       | 2014-06-01 12:00 Rv. 36 Ullevik               | -       | the proposition is of the session of 2014-2015
    nordland-e6         | 2013-06-01 12:00 E6 Skamdal                   | -       | the proposition is of the session of 2013-2014
    e6-ulsberg-melhus   | 2016-06-01 12:00 E6 Søberg                    | -       | in 2017 it is planned
    e6-vindasliene      | 2016-06-01 12:00 E6 Vindåsliene/E6 Fossum bru | -       | in 2017 it is planned
    e6-ranheim-verdal   | 2016-06-01 12:00 E6 Åsen                      | -       | in 2017 it is planned
    e6-ranheim-verdal   | 2017-06-01 12:00 Ranheim                      | charged | it stands in 2017
    e39-lonset-hjelset  | 2020-06-01 12:00 E39 Hjelset                  | -       | the financing is proposed on 2020-11-27
    fv33-oppland        | 2017-06-01 12:00 Vesle Øyangen                | -       | decided in the session of 2017-2018
    fv353-rugtvedt-surtebogen | 2024-06-01 12:00 Fv. 353 Hafraker       | -       | the road is being built early in 2025
    unknown             | 2020-06-01 12:00 Fv. 359 Nome                 | -       | proposed on 2021-04-16
    e16-bjorum-skaret   | 2025-11-30 12:00 E16 Skaret                   | -       | it starts in December 2025
    e16-bjorum-skaret   | 2025-12-15 12:00 E16 Skaret                   | ?       | on a day that is not told
    e16-bjorum-skaret   | 2026-01-15 12:00 E16 Skaret                   | charged | it has started by then
    e6-gardermoen-moelv | 2024-05-31 12:00 Dal - Boksrud                | charged | the last notice with a price is that of 2024-06-01
    e6-gardermoen-moelv | 2025-05-31 12:00 Dal - Boksrud                | ?       | decided until 2024; the day of the end was not found
    e6-gardermoen-moelv | 2026-10-05 12:00 Boksrud - Minnesund          | -       | the road database has no tariff above 0 any more
    forde               | 2019-05-05 12:00 E39 Bruland (Førde Aust)     | charged | it collects since 2016-10-03
    forde               | 2016-05-05 12:00 E39 Bruland (Førde Aust)     | -       | before its first day
    fv353-rugtvedt-surtebogen | 2026-05-05 12:00 Fv. 353 Hafraker       | ?       | nothing is older than the extract of 2026-09-10
    hardangerbrua       | 2016-05-05 12:00 Rv.13 Hardangerbrua          | charged | it stands in the road database of 2015
  `),
)('$project, $drive: $is, because $because', ({ project, drive: text, is }) => {
  expect(say(project, text)).toBe(is);
});

test.each(
  table<'project' | 'name' | 'gone' | 'source'>(`
    project               | name                        | gone             | source
    svinesund             | Svinesund                   | 2021-03-15 14:00 | dagsavisen.no/moss/nyheter/2021/02/19/slutt-pa-bompenger-over-svinesund-fra-15-mars/
    e6-oppland            | Tingberg                    | 2024-02-08 12:00 | e18telemark.vegfinans.no/aktuelt/avslutning-av-innkreving-ved-e6-oppland-oyer-tretten
    fv255-gausdal         | Fåberg                      | 2021-07-01 00:00 | abcnyheter.no/nyheter/norge/2021/06/28/195769117/na-blir-det-slutt-pa-bompenger-pa-seks-veistrekninger
    haugaland             | Fv. 47 Veakrossen           | 2023-07-01 00:00 | ferde.no/driftsmeldinger/haugalandspakken_01.07.23
    tresfjord             | Skorgen                     | 2021-01-15 12:00 | andalsnes-avis.no/N_ring/2021/01/13/Fredag-er-det-slutt-på-bompenger-over-brua-23312960.ece
    tresfjord             | E136 Vågstrandstunnelen     | 2020-02-08 00:00 | nrk.no/mr/avvikler-bomstasjon-1.14889697
    ostfoldpakka          | E18 Dalen                   | 2021-07-01 00:00 | abcnyheter.no/nyheter/norge/2021/06/28/195769117/na-blir-det-slutt-pa-bompenger-pa-seks-veistrekninger
    fv34-grime            | Fv. 34 Grime                | 2021-07-01 00:00 | abcnyheter.no/nyheter/norge/2021/06/28/195769117/na-blir-det-slutt-pa-bompenger-pa-seks-veistrekninger
    finnfast              | Fv. 519 Finnfast            | 2021-07-01 00:00 | flytpass.no/driftsmeldinger/opphor-innkreving-for-t-forbindelsen-og-finnfast-fra-01.07.21
    t-forbindelsen        | Fv. 47 T-forbindelsen       | 2021-07-01 00:00 | flytpass.no/driftsmeldinger/opphor-innkreving-for-t-forbindelsen-og-finnfast-fra-01.07.21
    e134-stordalstunnelen | E134 Åkrafjorden (Eljarvik) | 2021-01-16 00:00 | regjeringen.no/no/dokumentarkiv/regjeringen-solberg/aktuelt-regjeringen-solberg/sd/pressemeldinger/2021/slutt-pa-bompengeinnkreving-for-e134-stordalstunnelen/id2829887/
    jondalstunnelen       | Fv. 107 Jondalstunnelen     | 2020-07-08 00:00 | ferde.no/2020/07/opphor-av-bompengeinnkreving-i-jondalstunnelen/
    atlanterhavstunnelen  | Atlanterhavstunnelen        | 2020-07-01 00:00 | tu.no/artikler/i-dag-ble-norges-siste-bemannede-bomstasjon-fjernet/495353
    listerpakken          | E39 Handeland               | 2020-01-01 00:00 | avisenagder.no/bruker-18-mill-pa-bom-nedlegging-for-det-virkelig-blir-mye-bompenger/19.61836
    halsnoysambandet      | Fv. 544 Halsnøy             | 2019-09-05 13:00 | autopass.no/Nyhetsarkiv/opphor-av-bompengeinnkreving-i-halsnoysambandet
    namsos                | Namsosbrua                  | 2019-03-31 14:00 | namdalsavisa.no/artikkel/2019/03/28/Namsos-er-bomfri-18754161.ece
    rv19-horten           | Rv. 19 Skoppum              | 2018-12-19 12:00 | ferde.no/2018/11/bompengeinnkrevingen-avsluttes-for-rv-19-horten/
    e18-aust-agder        | E18 Østerholtheia           | 2018-01-15 12:00 | nrk.no/sorlandet/slutt-pa-bomavgift-i-aust-agder-1.13866979
    e16-klofta-nybakk     | E16 Nybakk                  | 2017-03-27 10:00 | raumnes.no/n-passerer-de-uten--betale
    e39-oysand-thamshavn  | E39 Buvika                  | 2017-01-31 12:00 | avisa-st.no/incoming/2017/01/31/Det-er-kjekkere-å-stenge-enn-å-åpne-14143783.ece
    tonsberg-ring         | Kanalen (old ring)          | 2016-11-20 12:00 | tonsberghovedvegfinans.no/Priser-og-betaling/Takster-16
    fv45-gjesdal          | Fv. 45 Gjesdal (Øvstabø)    | 2024-02-16 00:00 | nrk.no/rogaland/fra-na-av-koyrer-du-_gratis_-til-sirdal-1.16766011
    haugaland-tysvaer     | E134 Hodnafjell             | 2026-03-30 00:00 | radiohaugaland.no/ny-bomring-pa-haugalandet-innfores-30-mars
  `),
)('$name, which the road database has no more, is gone at $gone', ({ project, ...row }) => {
  const absent = projectRecord(project).absentStations?.find(({ name }) => name === row.name);
  expect(absent?.source).toContain(row.source);
  expect([absent?.until, absent?.untilTime ?? '00:00']).toEqual(row.gone.split(' '));
});

test.each(
  table<'project' | 'name' | 'stood' | 'source'>(`
    project              | name                      | stood      | source
    ostfoldpakka         | E6 Raukerud               | 2017-01-04 | vegfinans.no/Priser-og-betaling/Prisendring
    e6-hommelvik         | E6 Hommelvik              | 2017-04-24 | innherred.no/nyheter/2017/04/24/Her-er-det-planlagt-nye-bomstasjoner-14635163.ece
    e16-fonhus-bagn      | E16 Koparvike             | 2018-03-01 | vegvesen.no/om+statens+vegvesen/presse/nyheter/lokalt/Region+Øst/Oppland/bompengetaksten-for-e16-fonhus-bagn-endres-1.mars
    krakeroyforbindelsen | Fv. 108 Værstebrua        | 2019-11-15 | autopass.no/Nyhetsarkiv/bomringen-i-fredrikstad-apner-15.november
    vossapakko           | E16 Bolstadtunnelen vest  | 2020-09-30 | nrk.no/vestland/kommunene-slo-seg-sammen-_-na-ber-de-regjeringen-slette-bompengegjelden-1.15203622
  `),
)('$name, whose end was not found, is missed up to $stood, of which a source tells', (row) => {
  const absent = projectRecord(row.project).absentStations?.find(({ name }) => name === row.name);
  expect(absent?.source).toContain(row.source);
  expect(absent?.until).toBe(nextDay(row.stood));
});

test('a trip through Haugesund is told of the stations of Karmøy until they close', () => {
  const missing = (day: string) =>
    drive('haugaland', `${day} 12:00 Fv47 Karmsundgata`)
      .warnings.filter(({ code }) => code === 'station_missing')
      .map(({ about }) => about);
  expect([missing('2023-06-30'), missing('2023-07-01')]).toEqual([
    ['Fv. 47 Liknes', 'Fv. 47 Veakrossen', 'Fv. 47 Bygnes'],
    [],
  ]);
});

test('Avtjerna and Skaret on one trip: each is charged, and the bill says that they may be one payment', () => {
  const bill = drive('e16-bjorum-skaret', '2026-10-05 12:00 E16 Avtjerna > 12:05 E16 Skaret');
  expect(sums(bill)).toBe('81.60 102 204 204');
  expect(bill.warnings).toEqual([
    {
      code: 'payments_not_known',
      message:
        'Whether Avtjerna and Skaret on the E16 are one payment or two is not known: the road database has no hour rule for them, the planning documents speak of one payment. Each is charged.',
      about: 'E16 Bjørum-Skaret',
    },
  ]);
  expect(drive('e16-bjorum-skaret', '2026-10-05 12:00 E16 Avtjerna').warnings).toEqual([]);
});

test.each([
  ['Visdalsvegen jotunheimen', 'Visdalsvegen', '250 250 250 250'],
  ['Hesthagen - smørli', 'Hesthaugen - Smørli', '100 100 200 200'],
  ['Liasætra-Grønsætra-Stålane', 'Liasætre - Grønsætra - Stålane', '40 40 100 100'],
])(
  '%s and %s are of one private road: each is charged, %s, and the bill says that they may be one payment',
  (one, other, sum) => {
    const bill = drive('private-roads', `2026-10-07 12:00 ${one} > 12:20 ${other}`);
    expect(sums(bill)).toBe(sum);
    expect(bill.warnings.map(({ code }) => code)).toContain('payments_not_known');
    const alone = drive('private-roads', `2026-10-07 12:00 ${one}`);
    expect(alone.warnings.map(({ code }) => code)).not.toContain('payments_not_known');
  },
);

/** The letters of a name, without the words that tell records of one road apart. */
const plainName = (name: string) =>
  name
    .toLowerCase()
    .replace('hesthaugen', 'hesthagen')
    .replace('sætre', 'sætra')
    .replace('jotunheimen', '')
    .replace(/[^a-zæøå]/g, '');

test('the private roads with several stations are those of the rules on one payment', () => {
  const byRoad = new Map<string, Set<string>>();
  for (const { project, name, passageKey } of stations)
    if (project.id === 'private-roads')
      byRoad.set(plainName(name), (byRoad.get(plainName(name)) ?? new Set()).add(passageKey));
  const several = [...byRoad.values()]
    .filter(({ size }) => size > 1)
    .map((keys) => [...keys].sort());
  const ruled = projectRecord('private-roads').unappliedRules?.map((rule) =>
    [...rule.stations].sort(),
  );
  expect(several.sort()).toEqual(ruled?.sort());
});

test('the nameless records of 2026-09-10 at Avtjerna and Skaret are the stations beside them', () => {
  const keys = (id: string) => stations.find((one) => one.id === id)?.passageKey;
  expect(['1027538119', '1027538120', '1027538121', '1027538122'].map((id) => keys(id))).toEqual(
    ['1026076748', '1026090508', '1026076253', '1026090226'].map((id) => keys(id)),
  );
});

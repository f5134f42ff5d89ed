/** What operators, authorities and the press have printed as paid on a day of an earlier year. */
import { expect, test } from 'vitest';
import { fromOsloWallClock } from '../../../src/base/oslo-time.ts';
import { priceTolls } from '../../../src/pricing/toll/bill.ts';
import { table } from '../../support/table.ts';
import { calendar, drive, printed, station } from '../../support/toll-clerk.ts';
import { pass, vehicleOf } from '../../support/vehicle-clerk.ts';

// One passage at noon, or at the time told; `full` without a tag, `electric` with one. `-` is not printed.
test.each(
  table(`
    when             | project             | station                      | full | tag    | electric | large | source
    2017-06-02 12:00 | e16-kongsvinger     | E16 Åsum                     | 37   | 29.60  | -        | 61    | vegfinans.no/Aktuelt?PID=44&M=NewsV2&Action=1&NewsId=42
    2018-03-05 12:00 | rv4-oppland         | Rv. 4 Dynna                  | 43   | -      | -        | 71    | vegvesen.no/vegprosjekter/rv4hadeland/Nyhetsarkiv/bompengetakstene-i-gran-endres-1.mars
    2019-02-01 12:00 | bomlo               | Bømlopakken                  | 69   | 55.20  | 27.60    | 164   | ferde.no/2018/12/kunngjering-om-endring-i-takst-og-rabattsystemet-pa-bomlopakken-fra-01-02-19
    2019-12-02 12:00 | e18-telemark        | E18 Stillinga                | 36   | 28.80  | 14.40    | 72    | autopass.no/Nyhetsarkiv/bompengeinnkreving-pa-e18-rugtvedtdordal
    2019-09-02 12:00 | e18-tvedestrand-arendal | E18 Mørland              | 30   | 24     | 12       | 75    | ferde.no/2019/08/oppstart-av-innkreving-for-e18-tvedestrand-arendal-fra-01-09-19/
    2019-12-16 12:00 | harstad             | Skolegata                    | 13   | 10.40  | -        | 20    | bpsnord.no/2018/bps-nord-troms-bompengeselskap-rv-83-vegpakke-harstad-endring-av-takst-og-rabattsystem/
    2023-12-20 12:00 | harstad             | Skolegata                    | 13   | 10.40  | 5.20     | -     | ht.no/nyheter/i/O8xJk3/svar-her-boer-elbilister-betale-mer-i-bompenger-enn-de-gjoer-i-dag
    2019-12-16 12:00 | bodo                | Skjæringa                    | 16   | 12.80  | -        | 36    | bomveinord.no/takstvedtak/?Article=23
    2020-07-08 12:00 | halogalandsbrua     | E6 Hålogalandsbrua           | 90   | 72     | 0        | 225   | bpsnord.no/2020/kunngjoring-reduserte-takster-for-bompengeprosjektet-e6-halogalandsbrua-fra-08-07-20/
    2020-08-03 12:00 | rv3-rv25            | Rv3/25 Ny veg                | 43   | 34.40  | 17.20    | -     | pengenytt.no/halverer-bompenge-takstene-pa-norges-storste-veiprosjekt/
    2020-09-15 12:00 | nordland-e6         | Fusta (nye E6)               | 26   | -      | 0        | 63    | bpsnord.no/2020/kunngjoring-oppstart-av-bompengeinnkreving-e6-helgeland-sor/
    2020-09-15 12:00 | nordland-e6         | Forsmo (gamle E6)            | 26   | -      | 0        | 63    | bpsnord.no/2020/kunngjoring-oppstart-av-bompengeinnkreving-e6-helgeland-sor/
    2020-09-15 12:00 | nordland-e6         | Svenningvatnet               | 31   | -      | 0        | 76    | bpsnord.no/2020/kunngjoring-oppstart-av-bompengeinnkreving-e6-helgeland-sor/
    2020-09-15 12:00 | nordland-e6         | Grane - Vefsn                | 31   | -      | 0        | 76    | bpsnord.no/2020/kunngjoring-oppstart-av-bompengeinnkreving-e6-helgeland-sor/
    2021-01-04 12:00 | tonsberg            | Fv. 311 Presterødbakken      | 21   | 16.80  | 6.72     | 42    | vegfinans.no/nyheter/betaling-for-nullutslippskjøretøy-ved-fv-311-presterødbakken
    2021-02-01 12:00 | ryfast              | Rv13 Solbakk                 | 140  | 112    | -        | 420   | ferde.no/driftsmeldinger/ryfast010221
    2021-08-02 12:00 | e6-gardermoen-moelv | E6 Jønsberg                  | 24   | 19.20  | 9.60     | 48    | vegfinans.no/nyheter/e6-kolomoen-moelv-innføring-av-bompengebetaling-for-nullutslippskjøretøy-og-prisjustering-av-takster
    2021-08-02 12:00 | e6-gardermoen-moelv | E6 Vien                      | 19   | 15.20  | 7.60     | 38    | vegfinans.no/nyheter/e6-kolomoen-moelv-innføring-av-bompengebetaling-for-nullutslippskjøretøy-og-prisjustering-av-takster
    2021-08-02 12:00 | e6-gardermoen-moelv | E6 Bergshøgda                | 19   | 15.20  | 7.60     | 38    | vegfinans.no/nyheter/e6-kolomoen-moelv-innføring-av-bompengebetaling-for-nullutslippskjøretøy-og-prisjustering-av-takster
    2021-08-02 12:00 | e6-gardermoen-moelv | E6 Økelsrud                  | 19   | 15.20  | 7.60     | 38    | vegfinans.no/nyheter/e6-kolomoen-moelv-innføring-av-bompengebetaling-for-nullutslippskjøretøy-og-prisjustering-av-takster
    2021-10-01 12:00 | nordhordland        | Fv. 57 Isdalstø              | 21   | 16.80  | 8.40     | -     | ferde.no/bomanlegg-og-priser/nordhordlandspakken
    2024-06-13 12:00 | nordhordland        | Fv. 57 Isdalstø              | 21   | 16.80  | 8.40     | -     | ferde.no/bomanlegg-og-priser/nordhordlandspakken
    2024-06-14 12:00 | nordhordland        | Fv. 57 Isdalstø              | 24   | 19.20  | 9.60     | -     | ferde.no/bomanlegg-og-priser/nordhordlandspakken
    2021-11-01 12:00 | trondheim           | Klett - E6, S-snitt          | 16   | 12.80  | 2.56     | -     | elbil.no/sa-mye-ma-elbilistene-betale-i-bomringen-i-trondheim/
    2021-11-01 08:00 | trondheim           | Klett - E6, S-snitt          | 32   | 25.60  | 5.12     | -     | elbil.no/sa-mye-ma-elbilistene-betale-i-bomringen-i-trondheim/
    2021-12-20 12:00 | e39-kristiansand-lyngdal | E39 Skoieveien          | 22   | 17.60  | 8.80     | 67    | ferde.no/driftsmeldinger/e39-kristiansand-vest-lyngdal-vest_20.12.21
    2022-03-02 12:00 | rv4-oppland         | Rv. 4 Dynna                  | 48   | 38.40  | 19.20    | 80    | vegfinans.no/nyheter/rv4-oppland-innføring-av-bompengebetaling-for-nullutslippskjøretøy-og-prisjustering-av-takster
    2022-03-02 12:00 | rv4-oppland         | Fv. 16 Dynna                 | 48   | 38.40  | 19.20    | 80    | vegfinans.no/nyheter/rv4-oppland-innføring-av-bompengebetaling-for-nullutslippskjøretøy-og-prisjustering-av-takster
    2022-07-08 12:00 | e16-eggemoen-olum   | Fv. 2280 Eggemoen            | 21   | 16.80  | 8.40     | -     | jevnaker.kommune.no/bomringen-rundt-jevnaker.6535182-505161.html
    2022-07-14 12:00 | kvam                | Fv. 49 Steinsdalen           | 26   | 20.80  | 10.40    | -     | ferde.no/bomanlegg-og-priser/kvammapakken
    2023-03-01 12:00 | e16-oppland         | Bagnskleive sideveg          | 61   | 48.80  | 24.40    | 152   | vegfinans.no/nyheter/prisjustering-av-takster-e16-oppland?PID=4910
    2023-06-02 12:00 | nordoyvegen         | Fv. 659 Nordøyvegen          | 172  | -      | 96.32    | 516   | vg.no, gEyQd0
    2023-06-30 12:00 | fv33-oppland        | Vesle Øyangen                | 24   | 19.20  | 9.60     | -     | oslofjordtunnelen.no/aktuelt/prisjustering-av-takster-pa-fv-33-oppland
    2023-11-07 15:00 | e134-buskerud       | E134 Damåsen                 | 44   | 35.20  | 17.60    | -     | ostfold.vegfinans.no/aktuelt/innforing-av-bompengebetaling-for-nullutslippskjoretoy-samt-prisjustering-av-takster-pa-e134
    2024-01-02 12:00 | nord-jaeren         | Åsenveien, mot Øst - Forus   | 26   | 20.80  | 14.56    | -     | ferde.no, notice of 2024-01-01
    2024-02-02 12:00 | fv17-fv720          | Malm                         | 59   | -      | -        | -     | fjordtilfjord.no
    2024-02-02 12:00 | fv17-fv720          | Dyrstad                      | 31   | -      | -        | -     | fjordtilfjord.no
    2024-05-30 12:00 | bomlo               | Bømlopakken                  | 79   | 63.20  | 31.60    | -     | ferde.no/bomanlegg-og-priser/boemlopakken
    2024-05-31 12:00 | bomlo               | Bømlopakken                  | 85   | 68     | 47.60    | -     | ferde.no/bomanlegg-og-priser/boemlopakken
    2024-06-03 12:00 | e6-gardermoen-moelv | E6 Jønsberg                  | 27   | 21.60  | 10.80    | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-03 12:00 | e6-gardermoen-moelv | E6 Økelsrud                  | 22   | 17.60  | 8.80     | -     | rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv
    2024-06-30 12:00 | hardangerbrua       | Rv.13 Hardangerbrua          | 129  | 103.20 | 51.60    | -     | ferde.no/bomanlegg-og-priser/hardangerbrua
    2024-07-01 12:00 | hardangerbrua       | Rv.13 Hardangerbrua          | 135  | 108    | 75.60    | -     | ferde.no/bomanlegg-og-priser/hardangerbrua
    2024-12-03 12:00 | laksevegen          | Våvatnet                     | 76   | 60.80  | 42.56    | 252   | vegamot.no/en/tolls-toll-stations/fv-714-lakseveien
    2024-12-03 12:00 | laksevegen          | Fv. 714 Valslag              | 96   | 76.80  | 53.76    | 321   | vegamot.no/en/tolls-toll-stations/fv-714-lakseveien
    2025-03-05 12:00 | bergen              | Sandviken                    | -    | -      | -        | 85    | github.com/monicarito15/BomKalkulator
    2025-03-05 08:00 | bergen              | Straume                      | -    | -      | -        | 149   | github.com/monicarito15/BomKalkulator
    2025-03-05 12:00 | oslo                | Uelands Gate                 | -    | -      | -        | 113   | mtlogistikk.no/bombrikke-bompenger-fjellinjen/na-blir-det-nesten-dobbelt-sa-dyrt-i-oslo-bommen/149437
    2025-03-05 08:00 | oslo                | Uelands Gate                 | -    | -      | -        | 150   | mtlogistikk.no
    2026-01-05 12:00 | bergen              | Gravdal                      | -    | -      | -        | 88    | github.com/navikt/tilleggsstonader-sak
    2026-01-05 08:00 | bergen              | Gravdal                      | -    | -      | -        | 154   | github.com/navikt/tilleggsstonader-sak
  `),
)('$station on $when: $full, with tag $tag, electric $electric, large $large', (row) => {
  const { project = '', station: name = '', when = '' } = row;
  const { total, warnings } = drive(project, `${when} ${name}`);
  const paid: Readonly<Record<string, string>> = {
    full: printed(total.smallNoDiscountOre),
    tag: printed(total.smallOre),
    large: printed(total.largeOre),
    electric: row.electric === '-' ? '-' : payElectric(project, name, when),
  };
  const told = Object.entries(row).map(([column, cell]) => [
    column,
    cell === '-' ? '-' : (paid[column] ?? cell),
  ]);
  expect(Object.fromEntries(told)).toEqual(row);
  expect(warnings.map(({ code }) => code)).not.toContain('collection_not_known');
});

/** What is free stands in no list of charges. */
function payElectric(project: string, name: string, when: string): string {
  const { pays, certainty } = pass(project, name, when, 'electric');
  return certainty === 'unknown' ? '0' : pays;
}

// Oslo-Hamar before and after two of nine stations are removed. The price of Jønsberg follows from the totals.
const TO_HAMAR =
  'oslo/E6 Lodalen, oslo/E6 Alnabru, Hovinmoen - Dal, Dal - Boksrud, Boksrud - Minnesund';
const PAST_MINNESUND =
  'Minnesund - Hedmark grense, Akershus grense - Skaberud, Skaberud - Kolomoen, E6 Jønsberg';
const SHORT = TO_HAMAR.replace(' Hovinmoen - Dal,', '');
const SHORT_PAST = PAST_MINNESUND.replace(' Skaberud - Kolomoen,', '');
const VESTFOLD =
  'E18 Gulli, E18 Ramsum, E18 Fokserød, E18 Natvall, E18 Skinmo, E18 Bommestad, E18 Sky';

test.each([
  ['e6-gardermoen-moelv', '2023-10-12 10', `${TO_HAMAR}, ${PAST_MINNESUND}`, 'diesel', '159.20'],
  ['e6-gardermoen-moelv', '2023-10-12 10', `${TO_HAMAR}, ${PAST_MINNESUND}`, 'electric', '47.92'],
  ['e6-gardermoen-moelv', '2023-10-12 13', `${SHORT}, ${SHORT_PAST}`, 'diesel', '119.20'],
  ['e6-gardermoen-moelv', '2023-10-12 13', `${SHORT}, ${SHORT_PAST}`, 'petrol', '116'],
  ['e6-gardermoen-moelv', '2023-10-12 13', `${SHORT}, ${SHORT_PAST}`, 'electric', '31.60'],
  ['oslo', '2019-10-15 12', 'E 18 hovedløp, E18 Maritim', 'electric', '8'],
  ['oslo', '2019-10-15 08', 'E 18 hovedløp, E18 Maritim', 'electric', '16'],
  ['e18-tvedestrand-arendal', '2019-10-16 12', 'E18 Mørland, E18 Stølen', 'petrol', '35.20'],
  ['e18-vestfold', '2023-06-02 12', VESTFOLD, 'electric', '30.40'],
  ['e18-vestfold', '2023-05-30 12', VESTFOLD, 'electric', '0'],
])('%s on %s past %s, %s: %s', (project, hour, names, vehicle, pays) => {
  // E6: abcnyheter.no/motor/bil/2023/10/13/195954533/her-fjernes-bommene-etter-14-ar. Oslo, the two passages that a
  // vehicle with a tag pays from Sandvika by Majorstuen to Lørenskog: bompengekalkulator.no, 2019-10-15
  // (github.com/dibkunnskap/bompengekalkulator-landingsside), and there on
  // the next day Mørland and Stølen. E18 Vestfold: nettavisen.no, 5-95-1070314.
  const passages = names.split(', ').map((text, i) => {
    const [other, name = ''] = text.includes('/') ? text.split('/') : [project, text];
    const minute = String(i * 6).padStart(2, '0');
    return {
      station: station(other ?? project, name),
      atMs: fromOsloWallClock(`${hour.replace(' ', 'T')}:${minute}`),
    };
  });
  const bill = priceTolls(
    passages,
    { size: 'small', rulesBetweenPassages: true, vehicle: vehicleOf(vehicle) },
    calendar,
  );
  expect(printed(bill.vehicle?.ore ?? Number.NaN)).toBe(pays);
});

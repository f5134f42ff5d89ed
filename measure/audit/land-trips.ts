/** Trips for which a road leads all the way: a bridge, a tunnel or the mainland. No ferry is needed. */
import type { LatLon } from '../../src/base/point.ts';
import { type AskProduct, listFerryNames } from './product.ts';

/** A trip by land, and what leads there. */
export interface LandTrip {
  readonly name: string;
  readonly from: LatLon;
  readonly to: LatLon;
  /** Why there is no ferry, from the map. */
  readonly by: string;
}

type Row = readonly [name: string, from: readonly number[], to: readonly number[], by: string];

const ROWS: readonly Row[] = [
  ['Kristiansund-Molde', [63.11, 7.73], [62.737, 7.16], 'Krifast or the Atlantic road'],
  ['Kristiansund-Averøy', [63.11, 7.73], [63.05, 7.57], 'Atlanterhavstunnelen'],
  ['Averøy-Eide', [63.01, 7.45], [62.91, 7.44], 'the Atlantic road'],
  ['Ålesund-Valderøya', [62.4722, 6.1549], [62.5, 6.12], 'Ellingsøy- and Valderøytunnelen'],
  ['Ålesund-Giske', [62.4722, 6.1549], [62.498, 6.045], 'the tunnels and Giskebrua'],
  ['Ålesund-Godøya', [62.4722, 6.1549], [62.468, 6.03], 'the tunnels'],
  ['Ålesund-Brattvåg', [62.4722, 6.1549], [62.602, 6.445], 'fv. 661'],
  ['Brattvåg-Lepsøya', [62.602, 6.445], [62.603, 6.22], 'Nordøyvegen'],
  ['Brattvåg-Haramsøya', [62.602, 6.445], [62.665, 6.235], 'Nordøyvegen'],
  ['Ulsteinvik-Fosnavåg', [62.343, 5.848], [62.34, 5.634], 'Eiksundsambandet and bridges'],
  ['Volda-Ulsteinvik', [62.147, 6.07], [62.343, 5.848], 'Eiksundtunnelen'],
  ['Hitra-Orkanger', [63.605, 8.98], [63.305, 9.85], 'Hitratunnelen'],
  ['Frøya-Hitra', [63.72, 8.77], [63.605, 8.98], 'Frøyatunnelen'],
  ['Frøya-Trondheim', [63.72, 8.77], [63.43, 10.395], 'Frøya- and Hitratunnelen'],
  ['Stavanger-Finnøy', [58.97, 5.735], [59.17, 5.83], 'Finnøytunnelen'],
  ['Stavanger-Jørpeland', [58.97, 5.735], [59.02, 6.04], 'Ryfylketunnelen'],
  ['Stavanger-Tau', [58.97, 5.735], [59.065, 5.915], 'Ryfylketunnelen'],
  ['Stavanger-Hundvåg', [58.97, 5.735], [58.99, 5.735], 'Bybrua or Hundvågtunnelen'],
  ['Stavanger-Rennesøy', [58.97, 5.735], [59.09, 5.68], 'Byfjord- and Mastrafjordtunnelen'],
  ['Stavanger-Hommersåk', [58.97, 5.735], [58.93, 5.85], 'fv. 516 round the fjord'],
  ['Sandnes-Egersund', [58.85, 5.735], [58.45, 6.0], 'E39 and fv. 42'],
  ['Haugesund-Karmøy', [59.413, 5.268], [59.28, 5.29], 'Karmsund bru'],
  ['Haugesund-Bokn', [59.413, 5.268], [59.22, 5.44], 'E39 and bridges'],
  ['Kopervik-Aksdal', [59.28, 5.3], [59.42, 5.44], 'Karmøytunnelen'],
  ['Leirvik-Bremnes', [59.78, 5.5], [59.79, 5.16], 'Stordabrua and Bømlabrua'],
  ['Leirvik-Haugesund', [59.78, 5.5], [59.413, 5.268], 'Bømlafjordtunnelen'],
  ['Leirvik-Fitjar', [59.78, 5.5], [59.916, 5.317], 'the same island'],
  ['Bergen-Askøy', [60.39, 5.32], [60.41, 5.22], 'Askøybrua'],
  ['Bergen-Sotra', [60.39, 5.32], [60.36, 5.1], 'Sotrabrua'],
  ['Bergen-Knarvik', [60.39, 5.32], [60.545, 5.285], 'Nordhordlandsbrua'],
  ['Bergen-Øygarden', [60.39, 5.32], [60.5897, 4.8408], 'bridges'],
  ['Bergen-Osterøy', [60.39, 5.32], [60.44, 5.55], 'Osterøybrua'],
  ['Bergen-Valestrandsfossen', [60.39, 5.32], [60.506, 5.432], 'Osterøybrua'],
  ['Åsane-Valestrandsfossen', [60.4655, 5.323], [60.506, 5.432], 'Osterøybrua'],
  ['Bergen-Fotlandsvåg', [60.39, 5.32], [60.59, 5.524], 'Osterøybrua'],
  ['Bergen-Bruvik', [60.39, 5.32], [60.481, 5.683], 'Osterøybrua'],
  ['Bergen-Os', [60.39, 5.32], [60.187, 5.47], 'E39'],
  ['Bergen-Voss', [60.39, 5.32], [60.629, 6.42], 'E16'],
  ['Odda-Voss', [60.07, 6.546], [60.629, 6.42], 'Hardangerbrua'],
  ['Eidfjord-Ulvik', [60.467, 7.07], [60.567, 6.917], 'Hardangerbrua'],
  ['Florø-Førde', [61.6, 5.03], [61.452, 5.857], 'rv. 5'],
  ['Måløy-Nordfjordeid', [61.936, 5.114], [61.906, 5.99], 'Måløybrua and rv. 15'],
  ['Sogndal-Skjolden', [61.23, 7.1], [61.49, 7.6], 'rv. 55'],
  ['Lærdal-Aurland', [61.1, 7.48], [60.905, 7.19], 'Lærdalstunnelen'],
  ['Drammen-Svelvik', [59.744, 10.205], [59.61, 10.405], 'fv. 319'],
  ['Drammen-Drøbak', [59.744, 10.205], [59.66, 10.63], 'Oslofjordtunnelen'],
  ['Moss-Fredrikstad', [59.434, 10.658], [59.218, 10.93], 'rv. 19 and fv. 118'],
  ['Horten-Tønsberg', [59.417, 10.484], [59.267, 10.407], 'rv. 19'],
  ['Tønsberg-Tjøme', [59.267, 10.407], [59.12, 10.395], 'Vrengen bru'],
  ['Fredrikstad-Skjærhalden', [59.218, 10.93], [59.027, 11.035], 'Hvalertunnelen'],
  ['Brevik-Larvik', [59.053, 9.7], [59.053, 10.035], 'Grenlandsbrua'],
  ['Kragerø-Risør', [58.869, 9.41], [58.72, 9.234], 'fv. 38 and E18'],
  ['Kristiansand-Mandal', [58.146, 7.996], [58.03, 7.453], 'E39'],
  ['Flekkefjord-Farsund', [58.297, 6.66], [58.095, 6.805], 'E39 and fv. 43'],
  ['Oslo-Trondheim', [59.913, 10.74], [63.43, 10.395], 'E6'],
  ['Trondheim-Steinkjer', [63.43, 10.395], [64.015, 11.495], 'E6'],
  ['Steinkjer-Mo i Rana', [64.015, 11.495], [66.313, 14.142], 'E6'],
  ['Mo i Rana-Bodø', [66.313, 14.142], [67.28, 14.405], 'E6 and rv. 80'],
  ['Bodø-Fauske', [67.28, 14.405], [67.259, 15.392], 'rv. 80'],
  ['Sandnessjøen-Mosjøen', [66.02, 12.63], [65.837, 13.19], 'Helgelandsbrua'],
  ['Mo i Rana-Nesna', [66.313, 14.142], [66.2, 13.02], 'fv. 12'],
  ['Rørvik-Kolvereid', [64.862, 11.237], [64.866, 11.603], 'Nærøysundbrua and fv. 770'],
  ['Narvik-Harstad', [68.438, 17.427], [68.798, 16.541], 'Tjeldsundbrua'],
  ['Narvik-Svolvær', [68.438, 17.427], [68.234, 14.568], 'Lofast'],
  ['Svolvær-Å', [68.234, 14.568], [67.88, 12.98], 'Nappstraumtunnelen'],
  ['Sortland-Andenes', [68.694, 15.413], [69.32, 16.12], 'Andøybrua'],
  ['Sortland-Stokmarknes', [68.694, 15.413], [68.565, 14.91], 'Hadselbrua'],
  ['Finnsnes-Senja', [69.235, 17.98], [69.29, 17.5], 'Gisundbrua'],
  ['Tromsø-Kvaløya', [69.65, 18.955], [69.69, 18.81], 'Sandnessundbrua'],
  ['Tromsø-Nordkjosbotn', [69.65, 18.955], [69.216, 19.556], 'E8'],
  ['Alta-Hammerfest', [69.969, 23.272], [70.663, 23.682], 'Kvalsundbrua'],
  ['Honningsvåg-Lakselv', [70.982, 25.97], [70.052, 24.972], 'Nordkapptunnelen'],
  ['Vardø-Vadsø', [70.37, 31.1], [70.074, 29.75], 'Vardøtunnelen'],
];

const toPoint = ([lat = 0, lon = 0]: readonly number[]): LatLon => ({ lat, lon });

/** All of them. */
export const LAND_TRIPS: readonly LandTrip[] = ROWS.map(([name, from, to, by]) => ({
  name,
  from: toPoint(from),
  to: toPoint(to),
  by,
}));

/** The ferries that a trip by land shows, both ways; `[]` when it is right. */
export async function listNeedlessFerries(
  { from, to }: LandTrip,
  ask: AskProduct,
): Promise<string[]> {
  const ways = [
    { from, to },
    { from: to, to: from },
  ];
  const found: string[] = [];
  for (const way of ways) {
    const { bill } = await ask({ ...way, refine: true });
    const names = listFerryNames(bill);
    found.push(...names, ...(bill.ferryCount === names.length ? [] : ['one without a name']));
  }
  return found;
}

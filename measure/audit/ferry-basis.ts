/**
 * The published fare basis of each ferry connection, in the words of the lists. It is read from the pages of operators
 * and counties, not from our tariffs.
 *
 * Sources: autopassferje.no/en/free-ferries-from-july-1st-2022; skyss.no/billett-og-pris/prisar/ferje/;
 * atb.no, free ferries from 2022-07-01; nrk.no (2022-07, 2023-08); bobilverden.no (2022-07-01);
 * businessportal-norwegen.com (2023-08-16, the ministry's list); heroyfjerdingen.no (2023-08-16);
 * torghatten.no/our-routes; svelvikverket.basto-fosen.no/priser/; the road database (NVDB type 770).
 */

/** The expected kind of price of a crossing. Only `free` may cost 0. */
export type FareBasis =
  /** 0, certain. */
  | 'free'
  /** A regulated fare that nobody publishes: an estimate. */
  | 'estimate'
  /** A table of its own is published. */
  | 'own-table'
  /** No price, and the reason. */
  | 'unpriced';

/** The connections of one basis, by name. */
interface PublishedBasis {
  readonly basis: FareBasis;
  readonly why: string;
  readonly names: readonly string[];
}

const list = (names: string) => names.split(' · ').map((name) => name.trim());

const BASES: readonly PublishedBasis[] = [
  {
    basis: 'free',
    why: 'autopassferje.no names it as free',
    names: list(
      'Abelnes-Andabeløy · Launes-Kvellandstrand · Arasvika-Hennset · Aukra-Hollingsholmen · Brattvåg-Dryna · Edøya-Sandvika · Festøya-Hundeidvika · Molde-Sekken · Småge-Orta-Finnøya-Sandøya-Ona · Solholmen-Mordalsvågen · Standal-Trandal-Sæbø-Skår-Valderøya-Store Kalvøy · Sæbø-Leknes · Brønnøysund-Sauren · Digermulen-Finnvik · Festvåg-Misten · Forøy-Ågskardet · Horn-Igerøy · Horn-Andalsvåg · Igerøy-Tjøtta · Jektvik-Kilboghamn · Mosjøen-Hundåla · Nesna-Nesnaøyene',
    ),
  },
  {
    basis: 'free',
    why: 'skyss.no names it as free',
    names: list(
      'Krokeide-Hufthamar · Hisarøy-Mjånes · Barmen-Barmsund · Klokkarvik-Lerøy-Bjelkarøy-Hjellestad · Daløy-Haldorsneset · Fjelberg-Sydnes-Utbjoa · Kinsarvik-Utne · Fedje-Sævrøy · Masfjordnes-Duesund · Rysjedalsvika-Rutledal-Krakhella · Husavik-Sandvikvåg · Kaupanger kai-Frønningen',
    ),
  },
  {
    basis: 'free',
    why: 'atb.no names it as free',
    names: list(
      'Dyrøy-Øyrekken · Dypfest-Tarva · Garten-Storfosna · Garten-Storfosna-Leksa-Værnes · Skei-Gutvik · Eidshaug-Gjerdinga · Borgan-Ramstadlandet',
    ),
  },
  {
    basis: 'free',
    why: 'nrk.no and bobilverden.no name it as free',
    names: list('Svolvær-Skrova-Skutvik · Tangen-Horn'),
  },
  {
    basis: 'own-table',
    why: 'a table of its own is published',
    names: list('Moss-Horten · Svelvik-Verket'),
  },
  {
    basis: 'free',
    why: 'nrk.no names it among those of 2022-07-01',
    names: list(
      'Stokkvågen-Onøy-Sleneset-Lovund · Stokkvågen-Træna · Ørnes-Vassdalsvik-Meløysund-Bolga · Sund-Horsdal-Sørarnøy · Tjøtta-Forvik · Øksfjord-Bergsfjord-Sør-Tverrfjord · Øksfjord-Tverrfjord · Ortnevik-Måren-Nordeide · Haugesund-Utsira',
    ),
  },
  {
    basis: 'free',
    why: 'the ministry names it among those of 2023-08-16',
    names: list(
      'Sandnessjøen-Dønna-Løkta · Søvik-Herøy · Mekjarvik-Kvitsøy · Stavanger-Vassøy · Stornes-Bjørnerå · Levanger-Hokstad · Ølhammeren-Seierstad',
    ),
  },
  {
    basis: 'free',
    why: 'free by a source at second hand, or that does not name every leg',
    names: list(
      'Rotsund-Havnnes-Uløybukt · Storstein-Nikkeby-Lauksundskaret · Øksfjord-Hasvik · Mikkelvik-Bromnes',
    ),
  },
  {
    basis: 'unpriced',
    why: 'free in an announcement only',
    names: list('Brevik-Sandøya'),
  },
  {
    basis: 'unpriced',
    why: 'likely free, and free by a source at one quay',
    names: list('Rødøyene-Jektvik · Alta-Kongshus-Altnes'),
  },
  {
    basis: 'unpriced',
    why: 'likely free, and in no list',
    names: list(
      'Solfjellsjøen-Vandve · Kaljord-Lonkan-Brottøy-Hanøy · Hansnes-Karlsøy-Vannøy · Hansnes-Reinøy · Bellvik-Vengsøy · Korsfjorden-Nyvoll · Gunnarnes-Havøysund · Klokkarøya-Kjerringholmen · Ryfylkeferjen · Finnøyferjen · Stavanger-Hommersåk',
    ),
  },
  {
    basis: 'unpriced',
    why: 'own or commercial fares',
    names: list(
      'Geiranger-Hellesylt · Lauvvik-Oanes · Risør-Øysang · Solvorn-Urnes · Fjone-Nissedal · Brevik-Bjørkøya · Kragerø-Gumøy-Jomfruland · Kragerø-Tåtøy-Stabbestad · Hvalerferja · Andenes-Gryllefjord',
    ),
  },
  {
    basis: 'estimate',
    why: 'paid on the legs that no list names as free',
    names: list(
      'Bodø-Værøy-Røst-Moskenes · Larsnes-Åram-Voksa-Kvamsøya · Askvoll-Fure-Gjervik-Askvoll · Askvoll-Fure-Værlandet · Jektevik-Nordhuglo-Hodnanes · Måløy-Husevågøy-Oldeide · Gjermundshamn-Varaldsøy-Årsnes',
    ),
  },
  {
    basis: 'estimate',
    why: 'regulated and paid: a state or county ferry that no list of free ones names',
    names: list(
      'Sørrollnes-Stangnes · Revsnes-Flesnes · Lyngseidet-Olderdalen · Breivikeidet-Svensby · Bognes-Skarberget · Nesna-Levang · Vennesund-Holm · Melbu-Fiskebøl · Bognes-Lødingen · Drag-Kjøpsvik · Halhjem-Sandvikvåg · Skjersholmane-Ranavik · Skånevik-Matre-Utåker · Jondal-Tørvikbygd · Hatvik-Venjaneset · Halhjem-Våge · Langevåg-Buavåg · Breistein-Valestrand · Leirvåg-Sløvåg · Mannheller-Fodnes · Vangsnes-Hella-Dragsvik · Lavik-Oppedal · Anda-Lote · Stårheim-Isane · Kvanndal-Utne · Eidsdal-Linge · Stranda-Liabygda · Hjelmeland-Skipavik-Nesvik · Mortavika-Arsvågen · Sykkylven-Magerholm · Hareid-Sulesund · Lauvvik-Lysebotn · Volda-Lauvstad · Volda-Folkestad · Molde-Vestnes · Åfarnes-Sølsnes · Kvanne-Rykkjem · Seivika-Tømmervåg · Årvika-Koparneset · Halsa-Kanestraum · Flakk-Rørvik · Brekstad-Valset · Hofles-Geisnes-Lund · Botnhamn-Brensholmen · Festøya-Solavågen',
    ),
  },
];

/** Quays to and from which a leg of another connection is free, by its name. */
const FREE_QUAYS: Readonly<Record<string, readonly string[]>> = {
  'Bodø-Værøy-Røst-Moskenes': ['Værøy', 'Røst'],
  'Larsnes-Åram-Voksa-Kvamsøya': ['Voksa', 'Kvamsøya'],
  'Askvoll-Fure-Gjervik-Askvoll': ['Gjervik'],
  'Askvoll-Fure-Værlandet': ['Værlandet'],
  'Jektevik-Nordhuglo-Hodnanes': ['Nordhuglo'],
  'Måløy-Husevågøy-Oldeide': ['Husevågøy'],
  'Gjermundshamn-Varaldsøy-Årsnes': ['Varaldsøy'],
  'Rødøyene-Jektvik': ['Nordnesøy'],
  'Alta-Kongshus-Altnes': ['Kongshus'],
};

/** The quays of a leg without a fare, whose ticket is a toll. Source: ferde.no/bomanlegg-og-priser/kvinnheradpakken. */
const TOLL_ALONE = ['Varaldsøy ferjekai', 'Årsnes ferjekai'];

/** Every connection with its published basis, in the order of the lists. */
export const PUBLISHED: readonly {
  readonly name: string;
  readonly basis: FareBasis;
  readonly why: string;
}[] = BASES.flatMap(({ basis, why, names }) => names.map((name) => ({ name, basis, why })));

/**
 * The basis of a leg of a connection.
 *
 * @throws Error for a connection that no list has.
 */
export function getFareBasis(connection: string, quays: readonly string[]): FareBasis {
  const published = PUBLISHED.find(({ name }) => name === connection);
  if (published === undefined) throw new Error(`Expected a published basis of ${connection}.`);
  const freeQuays = FREE_QUAYS[connection] ?? [];
  const isFree = quays.some((quay) => freeQuays.some((free) => quay.startsWith(free)));
  const isTolled = TOLL_ALONE.every((quay) => quays.includes(quay));
  return isFree && !isTolled ? 'free' : published.basis;
}

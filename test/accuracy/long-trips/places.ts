import type { LatLon } from '../../../src/base/point.ts';

/** Towns, villages and junctions by name: latitude, longitude. */
const PLACES = `
  58.7650  5.8500 Ålgård
  58.8520  5.7350 Sandnes
  58.1380  7.0700 Lyngdal
  58.1467  7.9956 Kristiansand
  58.2500  8.3770 Lillesand
  58.2950  6.6600 Flekkefjord
  58.9690  5.7331 Stavanger
  58.6200  9.0690 Gjerstad
  59.0170  6.0480 Jørpeland
  59.0860  9.8200 Langangen
  59.1840  9.5600 Geiteryggen
  59.4130  5.2680 Haugesund
  59.4130 10.4600 Kopstad
  59.4130 10.3660 E18 at Kopstad
  59.0980  9.7500 E18 at Langangen
  59.4340 10.6580 Moss
  59.5580  7.3720 Hovden
  59.4860  8.6310 Seljord
  59.7200 10.8350 Ski
  59.1330 11.3870 Halden
  59.2130 10.9300 Fredrikstad
  59.2350 10.8600 Onsøy
  59.2840 11.1100 Sarpsborg
  59.7440 10.2045 Drammen
  59.7790  5.5000 Leirvik
  59.7790  5.1800 Svortland
  59.8890 10.5260 Sandvika
  59.9139 10.7522 Oslo
  60.0170 10.9600 Skedsmo
  60.0690  6.5460 Odda
  60.0800 11.0500 Kløfta
  60.1700 11.1500 Jessheim
  60.1700 10.2600 Hønefoss
  60.1900 12.0000 Kongsvinger
  60.2900 10.6200 Roa
  60.0600 10.8700 Nittedal
  60.3720  5.3370 Danmarks plass
  60.2000  5.0600 Glesvær
  60.2650  5.3350 Rådal sør
  60.3990  5.3110 Nordnes
  60.4300  5.1800 Kleppestø nord
  60.5100  5.3300 Haukås
  60.5490  5.2820 Knarvik
  60.4650  5.3250 Åsane
  60.4300  5.6500 Trengereid
  60.3700  6.1450 Norheimsund
  60.5250  6.7180 Granvin
  60.6290  6.4150 Voss
  60.7020  8.9450 Gol
  60.7945 11.0680 Hamar
  60.7950 10.6920 Gjøvik
  60.8810 11.5620 Elverum
  60.9850  9.2300 Fagernes
  61.1150 10.4660 Lillehammer
  61.0990  7.4770 Lærdal
  61.2290  7.1000 Sogndal
  61.4520  5.8570 Førde
  61.5970  9.7530 Vinstra
  61.7720  9.5400 Otta
  61.8380  8.5670 Lom
  61.8640  6.0795 Lote
  61.9040  6.7240 Stryn
  61.9660  6.5200 Grodås
  62.0740  9.1280 Dombås
  62.2780 10.7800 Tynset
  62.4725  6.1547 Ålesund
  62.5670  7.6870 Åndalsnes
  62.5980  6.4500 Brattvåg
  62.6600  6.2600 Haramsøya
  62.6750  8.5600 Sunndalsøra
  62.5940  9.6900 Oppdal
  62.7383  7.1603 Molde
  62.9000  7.6800 Batnfjordsøra
  63.1105  7.7280 Kristiansund
  63.2850 10.2780 Melhus
  63.3000  9.8500 Orkanger
  63.4305 10.3951 Trondheim
  63.4690 10.9180 Stjørdal
  63.5500 10.2100 Vanvikan
  63.6000  9.0000 Fillan
  63.7460 11.3000 Levanger
  63.9630 10.2250 Åfjord
  64.0150 11.4950 Steinkjer
  64.0735 11.2270 Malm
  64.4660 11.4950 Namsos
  65.8370 13.1920 Mosjøen
  66.0200 12.6300 Sandnessjøen
  66.3130 14.1420 Mo i Rana
  67.2050 14.6000 Tuv
  67.2350 14.6200 Saltstraumen
  67.2596 15.3920 Fauske
  67.2804 14.4049 Bodø
  68.2340 14.5680 Svolvær
  68.1475 13.6115 Leknes
  68.4380 17.4270 Narvik
  68.5490 17.5520 Bjerkvik
  68.7986 16.5415 Harstad
  69.2160 19.5520 Nordkjosbotn
  69.6492 18.9553 Tromsø
  69.7000 18.8700 Kvaløysletta
  69.9690 23.2720 Alta
  69.7270 30.0450 Kirkenes
  70.6630 23.6820 Hammerfest
`;

/** The place of a name; throws for one that is not here. */
export function placeOf(name: string): LatLon {
  const place = BY_NAME.get(name);
  if (place === undefined) throw new Error(`There is no place ${name}.`);
  return place;
}

const BY_NAME = new Map(
  PLACES.trim()
    .split('\n')
    .map((line) => {
      const [, lat, lon, name = ''] = /^ *(\S+) +(\S+) (.+)$/.exec(line) ?? [];
      return [name, { lat: Number(lat), lon: Number(lon) }] as const;
    }),
);

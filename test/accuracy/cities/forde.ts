import { readCity } from './city.ts';

export const FORDE = readCity({
  name: 'Førde',
  published: `Five stations on the roads into the town, charged inwards only, all day
    (vegvesen.no/vegprosjekter/prosjekt/fordepakken/sporsmal-og-svar). 45 kroner, large 83; with tag 36.00. One passage of the
    hour pays.`,
  places: `
    61.4520 5.8572 Førde
    61.5000 6.2000 Vassenden
    61.3500 5.8500 Sande
    61.5100 5.7200 Naustdal
    61.5500 5.6000 Florø side
    61.4700 5.9300 Angedalen
    61.4370 5.9000 Bruland
    61.4480 5.9000 Brulandsvellene
    61.4505 5.8750 Vie
  `,
  trips: `
    Vassenden > Førde: from the east on the E39
      36.00  E39 Bruland (Førde Aust)
      36.00  large 83

    Førde > Vassenden: out of the town
       0.00  large 0

    Sande > Førde: from the south on the E39
      36.00  E39 Bakkebøvegen (Førde vest)
      36.00

    Førde > Sande: out of the town to the south
       0.00

    Naustdal > Førde: from the north on the rv. 5
      36.00  Rv 5 Kletten (Øyrane)
      36.00

    Førde > Florø side: out of the town to the north
       0.00

    Angedalen > Førde: from the north-east
      36.00  Fv 481 Presteholten (Angedalsvegen)
      36.00

    Bruland > Brulandsvellene > Vie > Førde: beside the E39
      36.00  Fv 484 Brulandsvellene (Vievegen)
      36.00

    Sande > Vassenden: through on the E39, in at one side and out at the other
      36.00  E39 Bakkebøvegen (Førde vest)
      36.00

    Vassenden > Naustdal: through to Florø
      36.00  E39 Bruland (Førde Aust)
      36.00

    Vassenden > Førde > Vassenden > Førde: in twice within the hour
      36.00  E39 Bruland (Førde Aust)
       free  E39 Bruland (Førde Aust) < E39 Bruland (Førde Aust)
      36.00
  `,
});

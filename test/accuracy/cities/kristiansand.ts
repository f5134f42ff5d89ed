import { readCity } from './city.ts';

export const KRISTIANSAND = readCity({
  name: 'Kristiansand',
  published: `One direction (ferde.no/bomanlegg-og-priser/kristiansand): into the centre, into the shopping area Sørlandsparken,
    and eastwards over the Otra. 25 kroner, 38 in the rush for small vehicles only, large 51. The first passage of an hour
    pays. With tag 20.00 and 30.40. The E39 towards Mandal is a project of its own, without an hour rule.`,
  places: `
    58.1467 7.9956 Kvadraturen
    58.1446 7.9830 Gartnerløkka
    58.1570 8.0120 Lund
    58.1447 7.9050 Fidjane
    58.1220 7.9550 Vågsbygd
    58.2500 8.3800 Lillesand
    58.0300 7.4600 Mandal
    58.2700 7.9700 Vennesla
    58.1900 7.9950 Justvik
    58.1765 8.1270 Sørlandsparken
    58.1715 8.1085 Barstølveien in the west
    58.1777 8.1310 Barstølveien in the east
    58.1549 7.9990 Oddernesbrua
    58.1430 7.9475 Hellemyr
    58.1450 7.9570 Tinnheia
    58.1383 7.9523 Hellemyrbakken
  `,
  trips: `
    Fidjane > Kvadraturen: from the west, two stations of one ring
      20.00  E39 Fidjane
       free  E39 Vesterveien < E39 Fidjane
      20.00  large 51

    Fidjane > Kvadraturen, Wednesday 08:00: in the rush, which large vehicles do not pay
      30.40  E39 Fidjane
       free  E39 Vesterveien < E39 Fidjane
      30.40  large 51

    Kvadraturen > Fidjane: westwards out of the ring
       0.00

    Mandal > Kvadraturen: four stations of the new E39, each for itself, then the ring
      27.20  E39 Skoieveien
      24.00  E39 Holbekstjønn
      37.60  E39 Lohnelier
      21.60  E39 Storemyr
      20.00  E39 Fidjane
       free  E39 Vesterveien < E39 Fidjane
     130.40

    Vågsbygd > Kvadraturen: from the south-west
      20.00  E39 Vesterveien
      20.00

    Hellemyr > Tinnheia > Gartnerløkka: over the hill, on Tinnheiveien
      20.00  Tinnheiveien
      20.00

    Hellemyr > Hellemyrbakken > Gartnerløkka: down to the E39 first
      20.00  Hellemyrbakken
       free  E39 Vesterveien < Hellemyrbakken
      20.00

    Lillesand > Kvadraturen: from the east; the bridges over the Otra are charged eastwards
      20.00  E18 Bjørndalsletta
      20.00

    Gartnerløkka > Oddernesbrua > Lillesand: to the east over the Otra
      20.00  E18 Oddernesbrua
      20.00

    Fidjane > Lillesand: through from the west to the east
      20.00  E39 Fidjane
       free  E39 Vesterveien < E39 Fidjane
       free  E18 Oddernesbrua < E39 Fidjane
      20.00

    Lillesand > Fidjane: through from the east to the west
      20.00  E18 Bjørndalsletta
      20.00

    Vennesla > Kvadraturen: from the north on the rv. 9
      20.00  rv9 Grim
      20.00

    Kvadraturen > Vennesla: northwards out of the ring
       0.00

    Justvik > Lund: from the north on the east side of the river
      20.00  Sødal
      20.00

    Gartnerløkka > Oddernesbrua > Sørlandsparken: over the Otra, then into the shopping area within the hour
      20.00  E18 Oddernesbrua
       free  Fv. 498 Barstølveien Vest < E18 Oddernesbrua
      20.00

    Lillesand > Barstølveien in the east > Barstølveien in the west: into the shopping area from the east
      20.00  Fv. 498 Barstølveien Øst
      20.00

    Sørlandsparken > Kvadraturen: out of the shopping area and into the ring
      20.00  E18 Bjørndalsletta
      20.00
  `,
});

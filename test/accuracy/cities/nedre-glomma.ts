import { readCity } from './city.ts';

export const NEDRE_GLOMMA = readCity({
  name: 'Nedre Glomma',
  published: `A ring round Fredrikstad, a ring round Sarpsborg and a cut between them, one hour group; one direction, into the
    rings (bypakkenedreglomma.no/faq/, autopass.no/Nyhetsarkiv/bomringen-i-fredrikstad-apner-15.november). Towards which
    side the cut charges is not published: it is charged both ways, with a warning; from ring to ring the sum does not depend
    on it. 34 kroner, large 68; with tag 27.20. On weekdays from 17:30 to 20:30 one passage in all, with tag.`,
  places: `
    59.2128 10.9380 Fredrikstad
    59.2839 11.1096 Sarpsborg
    59.4000 10.6800 Moss
    59.1350 11.3600 Halden
    59.2693 11.0200 Rolvsøy
    59.2490 10.9850 Råbekken
    59.2050 10.9850 Gamlebyen
    59.1000 10.9300 Hvaler
    59.2720 11.1400 Hafslund
    59.2692 11.0370 Greåker
    59.2940 11.0728 Lekevoll
    59.2850 11.0500 Tune
    59.2355 10.9321 Veumveien
    59.2500 10.9300 Ørebekk
    59.2265 10.9130 Seut
  `,
  trips: `
    Moss > Seut > Fredrikstad: from the west on rv. 110
      27.20  Rv. 110 Seut
      27.20  large 68

    Fredrikstad > Seut > Moss: out of the ring
       0.00

    Råbekken > Fredrikstad: from the north-east on fv. 109
      27.20  Fv. 109 Råbekken
      27.20

    Fredrikstad > Råbekken: the same road outwards
       0.00

    Ørebekk > Veumveien > Fredrikstad: from the north
      27.20  Fv. 381 Veumveien
      27.20

    Gamlebyen > Fredrikstad: over the bridge into the centre
      27.20  Rv. 110 Fredrikstadbrua
      27.20

    Fredrikstad > Gamlebyen: over the bridge outwards
       0.00

    Hvaler > Fredrikstad: the stations on the bridges to Kråkerøy are no longer in the road database
       0.00

    Moss > Sarpsborg: off the E6 from the north
      27.20  E6 Lekevoll rampe fra nord
      27.20  large 68

    Halden > Sarpsborg: off the E6 from the south
      27.20  E6 Alvim rampe fra syd
      27.20

    Sarpsborg > Halden: onto the E6, out of the ring
       0.00

    Moss > Halden: through on the E6, whose stations stand on the ramps
       0.00  large 0

    Hafslund > Sarpsborg: over Sarpsfossen
      27.20  Fv. 118 Sarpsbru
      27.20

    Sarpsborg > Hafslund: over Sarpsfossen outwards
       0.00

    Greåker > Sarpsborg: from Greåker on fv. 109
      27.20  Fv. 109 Alvim vest
      27.20

    Tune > Lekevoll > Sarpsborg: from the west on fv. 114
      27.20  Fv. 114 Grålum
      27.20

    Fredrikstad > Rolvsøy > Sarpsborg: from ring to ring, one hour group
      27.20  Fv. 109 Rolvsøysund
       free  Fv. 109 Alvim vest < Fv. 109 Rolvsøysund
      27.20

    Sarpsborg > Rolvsøy > Fredrikstad: from ring to ring the other way
      27.20  Fv. 109 Rolvsøysund
       free  Fv. 109 Råbekken < Fv. 109 Rolvsøysund
      27.20
  `,
});

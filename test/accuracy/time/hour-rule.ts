/** Passages of one hour group within the hour cost as one; other groups and later passages do not. */
export const HOUR_RULE = `
  Kleppestø nord > Nordnes: Askøy and Bergen are two groups and both pay
       44   88  Nedre Kleppe
        -    -  Stongafjellet, free in the hour
       38   88  Bergen, any station
       82  176  in all
       65.60  176  with tag

  Knarvik > Nordnes: Nordhordland and Bergen are two groups and both pay
       25   40  E39 Flatøy Nord
       38   88  Bergen, any station
       63  128  in all
       50.40  128  with tag

  Ålgård > Sandnes > Stavanger: two cities, three rings, one group (bymiljopakken.no): paid once
       30   76  Nord-Jæren, any station
       30   76  in all
       24   76  with tag

  Onsøy > Fredrikstad > Sarpsborg: Nedre Glomma is one group for both cities: paid once
       34   68  Rv. 110 Seut
        -    -  Rv. 22 Årum vest, free in the hour
        -    -  E6 Alvim rampe fra syd, free in the hour
       34   68  in all
       27.20   68  with tag

  Onsøy > Fredrikstad > Halden > Fredrikstad, 2026-11-18T10:00:00+01:00: back in Fredrikstad after more than an hour
       34   68  Rv. 110 Seut
        -    -  Fv. 130 Skjærviken, free in the hour
        -    -  Fv. 130 Skjærviken, free in the hour
       34   68  Rv. 110 Fredrikstadbrua
       68  136  in all
       54.40  136  with tag

  Onsøy > Fredrikstad > Halden > Fredrikstad, 2026-11-18T18:00:00+01:00: the same between 17:30 and 20:30 of a weekday: one passage in all, with tag (vegfinans.no)
       34   68  Rv. 110 Seut
        -    -  Fv. 130 Skjærviken, free in the hour
        -    -  Fv. 130 Skjærviken, free in the hour
       34   68  Rv. 110 Fredrikstadbrua, free with tag
       68  136  in all
       27.20   68  with tag

  Onsøy > Fredrikstad > Halden > Fredrikstad, 2026-11-21T18:00:00+01:00: on a Saturday evening both are paid
       34   68  Rv. 110 Seut
        -    -  Fv. 130 Skjærviken, free in the hour
        -    -  Fv. 130 Skjærviken, free in the hour
       34   68  Rv. 110 Fredrikstadbrua
       68  136  in all
       54.40  136  with tag

  Fauske > Bodø > Fauske: Bodø charges both directions: in, and out again at once
       21   48  Bodøtunnelen 1
        -    -  Bodøtunnelen 1, free in the hour
       21   48  in all
       16.80   48  with tag

  Bodø > Saltstraumen > Bodø: out of the city and back just within the hour
       21   48  Bodøtunnelen 1
        -    -  Bodøtunnelen 1, free in the hour
       21   48  in all
       16.80   48  with tag

  Bodø > Tuv > Bodø: three kilometres farther, and back just beyond the hour
       21   48  Bodøtunnelen 1
       21   48  Bodøtunnelen 1
       42   96  in all
       33.60   96  with tag
`;

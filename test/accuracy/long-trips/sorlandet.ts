/** The south, from Grenland to Jæren: E18, E39, Rv. 9, Rv. 36, E134. */
export const SORLANDET = `
  Drammen > Kristiansand, 268-292 km: E18 Vestfold, Rugtvedt-Dørdal, Tvedestrand-Arendal, and into the ring of Kristiansand from the east, inward only; Grenland charges on the city roads, not on the E18
        7   12  E18 Gulli
       15   26  E18 Ramsum
        8   14  E18 Fokserød
        9   15  E18 Natvall
       13   21  E18 Skinmo
       11   16  E18 Bommestad
       18   28  E18 Sky
       43   86  E18 Stillinga
       30   74  E18 Mørland
       14   35  E18 Stølen
       25   51  E18 Bjørndalsletta
      193  378  in all
      154.40  378  with tag

  Kristiansand > Drammen, 268-292 km: both bridges over the Otra are charged eastward, Bjørndalsletta is not
       25   51  Kristiansand, any station
       14   35  E18 Stølen
       30   74  E18 Mørland
       43   86  E18 Stillinga
       18   28  E18 Sky
       11   16  E18 Bommestad
       13   21  E18 Skinmo
        9   15  E18 Natvall
        8   14  E18 Fokserød
       15   26  E18 Ramsum
        7   12  E18 Gulli
      193  378  in all
      154.40  378  with tag

  Kristiansand > Flekkefjord, 98-125 km: out of the ring for nothing; E39 Kristiansand vest-Lyngdal vest has one station per stretch that is open (ferde.no/bomanlegg-og-priser/e39-kristiansand-vest-lyngdal-vest)
       27   81  E39 Storemyr
       47  140  E39 Lohnelier
       30   91  E39 Holbekstjønn
       34  101  E39 Skoieveien
       37  111  E39 Herdal
      175  524  in all
      140  524  with tag

  Lyngdal > Kristiansand, 65-82 km: Herdal stands on the new road past Lyngdal, which one joins east of it; from Mandal on one pays per stretch, then the ring of Kristiansand once
       34  101  E39 Skoieveien
       30   91  E39 Holbekstjønn
       47  140  E39 Lohnelier
       27   81  E39 Storemyr
       25   51  Kristiansand, any station
      163  464  in all
      130.40  464  with tag

  Flekkefjord > Stavanger, 108-135 km: the E39 is free up to Nord-Jæren, whose stations are one hour group: the first pays
       30   76  Nord-Jæren, any station
       30   76  in all
       24   76  with tag

  Kristiansand > Hovden, 190-218 km: rv. 9 up Setesdal; the station at Grim charges towards the city only
        0    0  in all
        0    0  with tag

  Hovden > Kristiansand, 190-218 km: down Setesdal, and into the ring at Grim
       25   51  rv9 Grim
       25   51  in all
       20   51  with tag

  Geiteryggen > Seljord, 60-80 km: rv. 36 from Skien over Ulefoss and Bø: Ullevik and Stodi
       30   77  Rv. 36 Ullevik
       26   78  Stodi
       56  155  in all
       44.80  155  with tag

  Drammen > Seljord > Haugesund, 385-415 km: E134: east and west of Kongsberg, then free over Haukelifjell; Haugesund is one hour group
       44  109  E134 Damåsen
       44  109  E134 Kongsberg/Notodden grense
       15   31  Haugesund, any station
      103  249  in all
       82.40  249  with tag
`;

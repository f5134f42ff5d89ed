/** The west, from Boknafjorden to Nordmøre: E39, E136, Rv. 5, Rv. 13, Fv. 49, Rv. 70. */
export const VESTLANDET = `
  Sandnes > Jørpeland, 36-56 km: Hundvågtunnelen shares the hour of Nord-Jæren, Ryfylketunnelen has no hour rule (ferde.no/ufaqs/hva-er-timesregelen-i-ryfast/)
       30   76  Nord-Jæren, any station
      119  357  Rv13 Solbakk
      149  433  in all
      119.20  433  with tag

  Stavanger > Danmarks plass, 190-218 km: Nord-Jæren and Haugalandet charge nobody who leaves on the E39; E39 Svegatjørn-Rådal, then into Bergen, one hour group
      ferry Halhjem-Sandvikvåg
      ferry Mortavika-Arsvågen
       64  129  E39 Endalausmarka
       38   88  Bergen, any station
      102  217  in all
       81.60  217  with tag

  Danmarks plass > Stavanger, 190-218 km: Bergen charges inward only; into Nord-Jæren from the north, one hour group
      ferry Halhjem-Sandvikvåg
      ferry Mortavika-Arsvågen
       64  129  E39 Endalausmarka
       30   76  Nord-Jæren, any station
       94  205  in all
       75.20  205  with tag

  Haugesund > Danmarks plass, 125-150 km: Haugesund charges both directions; the E39 over Stord is free since 2013
      ferry Halhjem-Sandvikvåg
       15   31  Haugesund, any station
       64  129  E39 Endalausmarka
       38   88  Bergen, any station
      117  248  in all
       93.60  248  with tag

  Leirvik > Svortland, 22-42 km: Bømlopakken, one station on fv. 542
       98  195  Bømlopakken
       98  195  in all
       78.40  195  with tag

  Odda > Voss, 80-105 km: rv. 13 along Sørfjorden and over Hardangerbrua
      143  428  Rv.13 Hardangerbrua
      143  428  in all
      114.40  428  with tag

  Granvin > Norheimsund > Trengereid, 82-108 km: Kvammapakken: one hour group of 90 minutes, for which one must have a tag
       31   40  Fv. 79 Kjepsohøgda
       31   40  Fv. 49 Steinsdalen, free with tag
       62   80  in all
       24.80   40  with tag

  Åsane > Førde, 155-182 km: Nordhordland is one hour group: Flatøy pays, Mundalsberget on the way north is free; Førde charges towards the centre
      ferry Lavik-Oppedal
       25   40  E39 Flatøy Nord
        -    -  E39 Mundalsberget, free in the hour
       45   83  E39 Bakkebøvegen (Førde vest)
       70  123  in all
       56  123  with tag

  Førde > Sogndal, 95-115 km: rv. 5 under Jostedalsbreen is free; Førde charges towards the centre
        0    0  in all
        0    0  with tag

  Sogndal > Førde, 95-115 km: into Førde from Jølster, past Bruland
       45   83  E39 Bruland (Førde Aust)
       45   83  in all
       36   83  with tag

  Førde > Lote > Grodås > Ålesund, 225-255 km: the E39: out of Førde for nothing; Kvivsvegen is paid for; Ålesund is one hour group
      ferry Anda-Lote
      ferry Festøya-Solavågen
       31   61  Ålesund, any station
       31   61  in all
       24.80   61  with tag

  Molde > Ålesund, 72-90 km: over Romsdalsfjorden, Tresfjordbrua is not on the way; Ålesund is one hour group
      ferry Molde-Vestnes
       31   61  Ålesund, any station
       31   61  in all
       24.80   61  with tag

  Dombås > Åndalsnes > Ålesund, 205-235 km: E136 through Romsdalen and over Tresfjordbrua, which is free since 2025
       31   61  Ålesund, any station
       31   61  in all
       24.80   61  with tag

  Brattvåg > Haramsøya, 12-32 km: Nordøyvegen, one station for all islands
      186  557  Fv. 659 Nordøyvegen
      186  557  in all
      148.80  557  with tag

  Molde > Batnfjordsøra > Kristiansund, 66-80 km: E39 Lønset-Hjelset, then rv. 70 into Kristiansund, where the hour rule covers vehicles without a tag, too
       44   87  E39 Hjelset
       34   68  Rv.70 Omsundbrua
        -    -  Rv.70 Nordsundbrua, free in the hour
       78  155  in all
       62.40  155  with tag

  Kristiansund > Sunndalsøra > Oppdal, 150-178 km: rv. 70: out of Kristiansund over both bridges, then free
       34   68  Rv.70 Nordsundbrua
        -    -  Rv.70 Omsundbrua, free in the hour
       34   68  in all
       27.20   68  with tag
`;

/** The east: E6, E16, E18, E134, Rv. 3, Rv. 4, Rv. 7, Rv. 15, Rv. 23. */
export const OSTLANDET = `
  Oslo > Hamar, 118-132 km: out through the inner rings, whose border charges inward only; then the E6, which pays per stretch of four-lane road (e6bompenger.vegfinans.no/priser-og-betaling/takster-12). What the two stretches south of Minnesund cost is not published since they went to 0
       42  161  Oslo, inner rings
       29   47  Minnesund - Hedmark grense
       30   49  Akershus grense - Skaberud
       29   58  E6 Jønsberg
      130  315  in all
      104  315  with tag

  Hamar > Lillehammer, 56-66 km: the E6 Kolomoen-Moelv north of Hamar has one station per stretch (rv36telemark.vegfinans.no/aktuelt/prisjustering-av-takster-ved-e6-kolomoen-moelv); Moelv-Øyer is free
       23   46  E6 Vien
       23   46  E6 Bergshøgda
       23   46  E6 Økelsrud
       69  138  in all
       55.20  138  with tag

  Lillehammer > Hamar, 56-66 km: the same stations the other way, all charge both directions
       23   46  E6 Økelsrud
       23   46  E6 Bergshøgda
       23   46  E6 Vien
       69  138  in all
       55.20  138  with tag

  Lillehammer > Otta, 104-122 km: the new E6 Frya-Sjoa has four stations, the two on fv. 312 stand on the old road (vegfinans.no/nyheter/prisjustering-av-takster-e6-ringebu-otta); Tingberg and Skarsmoen of the E6 Oppland are gone
       43   86  E6 Odenrud
       29   58  E6 Hardvollsmorka
       40   80  E6 Teigkampen
       19   38  E6 Bjørkerusten
      131  262  in all
      104.80  262  with tag

  Lillehammer > Vinstra, 76-92 km: part of the way: the two stretches south of Vinstra
       43   86  E6 Odenrud
       29   58  E6 Hardvollsmorka
       72  144  in all
       57.60  144  with tag

  Vinstra > Otta, 26-34 km: and the two north of it
       40   80  E6 Teigkampen
       19   38  E6 Bjørkerusten
       59  118  in all
       47.20  118  with tag

  Otta > Lillehammer, 104-122 km: as northward
       19   38  E6 Bjørkerusten
       40   80  E6 Teigkampen
       29   58  E6 Hardvollsmorka
       43   86  E6 Odenrud
      131  262  in all
      104.80  262  with tag

  Oslo > Hamar > Dombås > Melhus, 500-535 km: the E6 all the way: E6 Gardermoen-Moelv, Ringebu-Otta, Vindåsliene and Ulsberg-Melhus; Søberg is the last station before Melhus, Klett lies behind it
       42  161  Oslo, inner rings
       29   47  Minnesund - Hedmark grense
       30   49  Akershus grense - Skaberud
       29   58  E6 Jønsberg
       23   46  E6 Vien
       23   46  E6 Bergshøgda
       23   46  E6 Økelsrud
       43   86  E6 Odenrud
       29   58  E6 Hardvollsmorka
       40   80  E6 Teigkampen
       19   38  E6 Bjørkerusten
       52  104  E6 Vindåsliene/E6 Fossum bru
       45   91  E6 Søberg
      427  910  in all
      341.60  910  with tag

  Jessheim > Elverum > Tynset, 270-300 km: rv. 3 leaves the E6 at Kolomoen, south of Jønsberg; one station on the new road Løten-Elverum, none in Østerdalen
       29   47  Minnesund - Hedmark grense
       30   49  Akershus grense - Skaberud
       27   54  Rv3/25 Ny veg
       86  150  in all
       68.80  150  with tag

  Melhus > Tynset > Elverum, 340-385 km: E6 to Ulsberg, then rv. 3, which has no station before Elverum
       45   91  E6 Søberg
       52  104  E6 Vindåsliene/E6 Fossum bru
       97  195  in all
       77.60  195  with tag

  Hamar > Elverum, 28-36 km: rv. 25, with the station on the new road rv. 3/rv. 25
       27   54  Rv3/25 Ny veg
       27   54  in all
       21.60   54  with tag

  Kløfta > Kongsvinger, 60-76 km: E16 Kongsvingervegen, one station on the new road at Åsum; those on fv. 175 and fv. 250 stand on the old ones
       44   73  E16 Åsum
       44   73  in all
       35.20   73  with tag

  Roa > Hønefoss, 26-40 km: the new E16 Eggemoen-Olum has one station, section 1; the others stand on the roads through Jevnaker (e16eggemoen-olum.vegfinans.no/priser-og-betaling/takster-5)
       64  160  E16 Olum
       64  160  in all
       51.20  160  with tag

  Nittedal > Gjøvik, 90-112 km: rv. 4 over Hadeland, a station at Dynna and one at Lygna
       55  110  Rv. 4 Dynna
       55  110  Rv. 4 Lygna
      110  220  in all
       88  220  with tag

  Drammen > Langangen, 99-112 km: the seven stations of the E18 Vestfold in their order (vegfinans.no/Nyheter/Oppstart-innkreving-og-takstendringer-E18-Vestfold)
        7   12  E18 Gulli
       15   26  E18 Ramsum
        8   14  E18 Fokserød
        9   15  E18 Natvall
       13   21  E18 Skinmo
       11   16  E18 Bommestad
       18   28  E18 Sky
       81  132  in all
       64.80  132  with tag

  Moss > Kopstad > Langangen, 75-98 km: across the Oslofjord to Horten, rv. 19 to Kopstad, and the E18 Vestfold from its first station on
      ferry Moss-Horten
        7   12  E18 Gulli
       15   26  E18 Ramsum
        8   14  E18 Fokserød
        9   15  E18 Natvall
       13   21  E18 Skinmo
       11   16  E18 Bommestad
       18   28  E18 Sky
       81  132  in all
       64.80  132  with tag

  E18 at Kopstad > E18 at Langangen, 60-70 km: on a motorway from end to end: nothing is driven faster
        7   12  E18 Gulli
       15   26  E18 Ramsum
        8   14  E18 Fokserød
        9   15  E18 Natvall
       13   21  E18 Skinmo
       11   16  E18 Bommestad
       18   28  E18 Sky
       81  132  in all
       64.80  132  with tag

  Ski > Halden, 85-105 km: the E6 through Østfold is free: the stations of Nedre Glomma stand on the ramps and the city roads
        0    0  in all
        0    0  with tag

  Halden > Oslo, 105-128 km: the city border and the inner rings are two hour groups, both are paid (fjellinjen.no)
       42  161  Oslo, city border
       42  161  Oslo, inner rings
       84  322  in all
       67.20  322  with tag

  Jessheim > Drammen, 75-95 km: through Oslo on ring 3: in over the border, once the inner rings, out again free
       42  161  Oslo, city border
       42  161  Oslo, inner rings
       84  322  in all
       67.20  322  with tag

  Drammen > Ski, 38-56 km: the Oslofjord tunnel is free since 2016
        0    0  in all
        0    0  with tag

  Hønefoss > Fagernes > Lærdal > Voss, 330-372 km: the E16 over Filefjell: Bagn-Bjørgo is the only station; the Lærdal tunnel is free
       69  170  E16 Bagnskleive
       69  170  in all
       55.20  170  with tag

  Hønefoss > Gol > Voss, 300-345 km: rv. 7 with Hallingporten (Sokna-Ørgenvika), then rv. 13 over Hardangerbrua
       88  179  Rv. 7 Brekkebygda
      143  428  Rv.13 Hardangerbrua
      231  607  in all
      184.80  607  with tag

  Otta > Lom > Stryn, 160-185 km: rv. 15 over Strynefjellet has no station
        0    0  in all
        0    0  with tag
`;

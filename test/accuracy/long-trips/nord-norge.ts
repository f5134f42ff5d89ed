/** The north: E6, E8, E10, Rv. 80, Rv. 83, Fv. 78. */
export const NORD_NORGE = `
  Steinkjer > Mo i Rana, 345-385 km: E6 Helgeland: Svenningvatnet and Grane-Vefsn south of Mosjøen, Fusta and Skamdal north of it
       31   76  Svenningvatnet
       31   76  Grane - Vefsn
       26   63  Fusta (nye E6)
       13   32  E6 Skamdal
      101  247  in all
       80.80  247  with tag

  Mosjøen > Sandnessjøen, 58-78 km: fv. 78: Hjartåsen and Toven; Drevja lies on the arm to the E6 northward
       26   44  Fv. 78 Hjartåsen bomstasjon Kulstad
       91  245  Fv. 78 Toven
      117  289  in all
       93.60  289  with tag

  Mo i Rana > Sandnessjøen, 105-135 km: from the north over Drevja
       13   32  E6 Skamdal
       30   48  Fv. 78 Drevja
       91  245  Fv. 78 Toven
      134  325  in all
      107.20  325  with tag

  Mo i Rana > Bodø, 218-242 km: E6 over Saltfjellet: Reinforshei and Bolna; rv. 80 into Bodø, one hour group
       18   45  E6 Reinforshei
       45  109  E6 Bolna
       21   48  Bodø, any station
       84  202  in all
       67.20  202  with tag

  Bodø > Tromsø, 515-570 km: out of Bodø, which charges both directions; Hålogalandsbrua; into Tromsø from the mainland
      ferry Bognes-Skarberget
       21   48  Bodø, any station
       90  225  E6 Hålogalandsbrua
       14   28  Tromsø, any station
      125  301  in all
      100  301  with tag

  Narvik > Bjerkvik, 15-24 km: the E6 over Hålogalandsbrua; Leirvik stands on the old road round Rombaken
       90  225  E6 Hålogalandsbrua
       90  225  in all
       72  225  with tag

  Narvik > Harstad, 95-122 km: over Hålogalandsbrua, E10 and rv. 83 past Kanebogen into Harstad, one hour group
       90  225  E6 Hålogalandsbrua
       20   32  Harstad, any station
      110  257  in all
       88  257  with tag

  Tromsø > Nordkjosbotn, 66-80 km: Tromsø charges both directions
       14   28  Tromsø, any station
       14   28  in all
       11.20   28  with tag

  Svolvær > Leknes, 60-76 km: the E10 through Lofoten is free
        0    0  in all
        0    0  with tag

  Alta > Hammerfest, 130-150 km: Finnmark has no station
        0    0  in all
        0    0  with tag

  Alta > Kirkenes, 480-560 km: Finnmark has no station
        0    0  in all
        0    0  with tag
`;

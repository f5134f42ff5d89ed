import { readCity } from './city.ts';

export const BERGEN = readCity({
  name: 'Bergen',
  published: `Every station charges one way, towards the centre (ferde.no/bomringen-i-bergen): 38 kroner, in the rush 70 at the
    old stations only, large 88. The dearest passage of an hour pays
    (ferde.no/en/toll-station-news-and-updates/bergen-nye-system.01.05.21). With tag 30.40 and 56.00.`,
  places: `
    60.3913 5.3221 Festplassen
    60.4650 5.3250 Åsane
    60.5480 5.2880 Knarvik
    60.4200 5.4650 Arna
    60.3180 5.3530 Nesttun
    60.3400 5.3420 Fjøsanger
    60.3455 5.3642 Landås
    60.3524 5.3381 Fjøsangerveien
    60.1850 5.4700 Os
    60.2915 5.2215 Flesland
    60.3580 5.1200 Straume in Sotra
    60.3500 5.2900 Fyllingsdalen
    60.3840 5.3061 Laksevåg
    60.3625 5.2355 Loddefjord
    60.3097 5.2668 Dolvik
    60.4100 5.3210 Sandviken church
    60.3945 5.3285 Torget
  `,
  trips: `
    Åsane > Festplassen: from the north
      30.40  Sandviken
      30.40  large 88

    Åsane > Festplassen, Wednesday 15:00: in the afternoon rush
      56.00  Sandviken
      56.00

    Åsane > Festplassen, Wednesday 16:30: the afternoon rush of Bergen ends at 16:30
      30.40  Sandviken
      30.40

    Festplassen > Åsane: out of Bergen nothing is charged
       0.00  large 0

    Åsane > Festplassen > Åsane: in and out again
      30.40  Sandviken
      30.40

    Knarvik > Festplassen: Nordhordland is a project of its own, then one passage of the hour in Bergen
      20.00  E39 Flatøy Nord
      30.40  E39 Åsanevegen, mot sør
       free  Sandviken < E39 Åsanevegen, mot sør
      50.40  large 128

    Knarvik > Festplassen, Wednesday 07:30: the dearest pays, and the stations of 2019 have no rush price
      20.00  E39 Flatøy Nord
       free  E39 Åsanevegen, mot sør < Sandviken
      56.00  Sandviken
      76.00

    Arna > Festplassen: on the E16 round Åsane
      30.40  E16 Arnavegen, mot nord-vest
       free  E39 Åsanevegen, mot sør < E16 Arnavegen, mot nord-vest
       free  Sandviken < E16 Arnavegen, mot nord-vest
      30.40

    Arna > Nesttun: over the mountain on Grimesvingene, westwards
      30.40  Fv580 Grimesvingene, mot vest
      30.40

    Nesttun > Arna: the same road eastwards
       0.00

    Straume in Sotra > Festplassen: from the west through Damsgårdstunnelen
      30.40  Rv555 Sotravegen, mot øst
       free  Gravdal < Rv555 Sotravegen, mot øst
      30.40

    Straume in Sotra > Festplassen, Wednesday 07:30: in the rush Gravdal is the dearest
       free  Rv555 Sotravegen, mot øst < Gravdal
      56.00  Gravdal
      56.00

    Festplassen > Straume in Sotra: westwards out of Bergen
       0.00

    Loddefjord > Festplassen: Loddefjord lies inside Sotravegen and outside Gravdal
      30.40  Gravdal
      30.40

    Fjøsanger > Fjøsangerveien > Festplassen: from the south on the main road
      30.40  Fjøsangerveien
       free  Nyebroen < Fjøsangerveien
      30.40

    Landås > Festplassen: from the south-east over Natlandsveien
      30.40  Natlandsveien
       free  Kalfaret < Natlandsveien
      30.40

    Os > Festplassen: the E39 of Svegatjørn-Rådal is a project of its own, without an hour rule
      51.20  E39 Endalausmarka FS
      30.40  Rv580 Fritz-C-Riebers veg, mot nord
       free  Fjøsangerveien < Rv580 Fritz-C-Riebers veg, mot nord
       free  Nyebroen < Rv580 Fritz-C-Riebers veg, mot nord
      81.60  large 217

    Festplassen > Os: the E39 charges both ways, Bergen does not
      51.20  E39 Endalausmarka FS
      51.20

    Flesland > Festplassen: from the airport
      30.40  Flyplassvegen
       free  Rv580 Fritz-C-Riebers veg, mot nord < Flyplassvegen
       free  Fjøsangerveien < Flyplassvegen
       free  Nyebroen < Flyplassvegen
      30.40

    Festplassen > Flesland: to the airport
       0.00

    Flesland > Dolvik > Straume in Sotra: round the centre on Ringveg Vest
      30.40  Ringveg Vest Dolviken
       free  Straume < Ringveg Vest Dolviken
      30.40

    Fyllingsdalen > Nesttun: round the south of the ring, past the one station that is charged northwards
      30.40  Fv556 Straumevegen, mot nord
      30.40

    Nesttun > Fyllingsdalen: the same road westwards
       0.00

    Åsane > Nesttun: through Bergen, in from the north and out to the south
      30.40  Sandviken
      30.40

    Fyllingsdalen > Festplassen: from the valley
      30.40  Fyllingen
      30.40

    Sandviken church > Torget: southwards along Bryggen there is no station, and no way round by Puddefjordsbroen
       0.00

    Laksevåg > Festplassen: the ramp from Gyldenpris onto Puddefjordsbroen
      30.40  Gyldenpris
      30.40

    Festplassen > Laksevåg: over Puddefjordsbroen westwards
       0.00
  `,
});

import { readCity } from './city.ts';

export const NORDHORDLAND = readCity({
  name: 'Nordhordland',
  published: `Both directions; at Flatøy the main road charges north of the junction, and its ramps those who leave or join it there,
    from and to Bergen (names and directions in the road database; ferde.no). 25 kroner, large 40; with tag 20.00. One
    passage of the hour pays, taken as the first.`,
  places: `
    60.5480 5.2880 Knarvik
    60.4650 5.3250 Åsane
    60.5150 5.2350 Frekhaug
    60.7350 5.1600 Lindås
    60.6000 5.4500 Ostereidet
    60.7600 5.0000 Austrheim
    60.6733 5.0574 Soltveit
    60.6914 5.0361 Marås
  `,
  trips: `
    Knarvik > Åsane: over the bridge, then into Bergen
      20.00  E39 Flatøy Nord
      30.40  E39 Åsanevegen, mot sør
      50.40  large 128

    Åsane > Knarvik: out of Bergen, over the bridge
      20.00  E39 Flatøy Nord
      20.00  large 40

    Frekhaug > Åsane: onto the E39 at Flatøy, by the ramp towards Bergen
      20.00  E39 Flatøy påkjøring mot Bergen
      30.40  E39 Åsanevegen, mot sør
      50.40

    Åsane > Frekhaug: off the E39 at Flatøy, by the ramp from Bergen
      20.00  E39 Flatøy avkjøring mot Flatøy
      20.00

    Frekhaug > Knarvik: on the E39 from Flatøy to the north
      20.00  E39 Flatøy Nord
      20.00

    Lindås > Åsane: two stations of the group, then Bergen
      20.00  Fv. 57 Isdalstø
       free  E39 Flatøy Nord < Fv. 57 Isdalstø
      30.40  E39 Åsanevegen, mot sør
      50.40

    Knarvik > Ostereidet: eastwards on the E39
      20.00  E39 Mundalsberget
      20.00

    Ostereidet > Åsane: from the east
      20.00  E39 Mundalsberget
       free  E39 Flatøy Nord < E39 Mundalsberget
      30.40  E39 Åsanevegen, mot sør
      50.40

    Åsane > Frekhaug > Åsane: out to Flatøy and back within the hour
      20.00  E39 Flatøy avkjøring mot Flatøy
       free  E39 Flatøy påkjøring mot Bergen < E39 Flatøy avkjøring mot Flatøy
      30.40  E39 Åsanevegen, mot sør
      50.40

    Austrheim > Knarvik: from the north on fv. 57
      20.00  Fv. 57 Isdalstø
      20.00

    Soltveit > Marås: the new road on Radøy
      20.00  Fv. 565 Soltveit
      20.00
  `,
});

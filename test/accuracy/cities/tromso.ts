import { readCity } from './city.ts';

export const TROMSO = readCity({
  name: 'Tromsø',
  published: `Stations round the centre, the airport with Langnes, and Breivika; both directions (bpsnord.no/bypakke-tenk-tromso/).
    14 kroner, 42 in the rush, large 28. One passage of the hour pays, taken as the first. With tag 11.20 and 33.60.`,
  places: `
    69.6492 18.9553 Centre
    69.6470 18.9900 Tromsdalen
    69.6600 19.0250 Tomasjord
    69.6815 18.9850 Breivika
    69.6740 18.9200 Langnes
    69.6797 18.9090 Airport
    69.6870 18.8500 Kvaløya
    69.6580 19.0180 Tromsøysundtunnelen from the east
    69.6760 18.9500 Tverrforbindelsen
    69.6595 18.9298 Langnesbakken
    69.6450 18.9000 Kvaløyvegen
    69.6300 18.9200 Sydspissen
  `,
  trips: `
    Tromsdalen > Centre: over the bridge
      11.20  Fv862 Tromsøbrua
      11.20  large 28

    Centre > Tromsdalen: the bridge charges both ways
      11.20  Fv862 Tromsøbrua
      11.20

    Tromsdalen > Centre > Tromsdalen: there and back within the hour
      11.20  Fv862 Tromsøbrua
       free  Fv862 Tromsøbrua < Fv862 Tromsøbrua
      11.20

    Tromsdalen > Centre, Wednesday 16:00: in the rush
      33.60  Fv862 Tromsøbrua
      33.60

    Airport > Centre: three stations of one group
      11.20  E8 Flyplassvegen
       free  E8 Giværbukta < E8 Flyplassvegen
       free  Fv862 Langnestunnelen < E8 Flyplassvegen
      11.20

    Langnes > Centre: from the shops through Langnestunnelen
      11.20  Fv862 Langnestunnelen
      11.20

    Kvaløya > Centre: past the airport, three stations of one group
      11.20  E8 Flyplassvegen
       free  E8 Giværbukta < E8 Flyplassvegen
       free  Fv862 Langnestunnelen < E8 Flyplassvegen
      11.20

    Kvaløya > Tromsdalen: through from the west to the mainland
      11.20  E8 Flyplassvegen
       free  E8 Giværbukta < E8 Flyplassvegen
       free  Fv862 Langnestunnelen < E8 Flyplassvegen
       free  Fv862 Tromsøbrua < E8 Flyplassvegen
      11.20

    Breivika > Centre: along the sound
      11.20  E8 Breivika
      11.20

    Tromsøysundtunnelen from the east > Breivika: through the tunnel under the sound, which comes up at Breivika
      11.20  E8 Tromsøysundtunnelen
       free  E8 Gimle < E8 Tromsøysundtunnelen
      11.20

    Tromsøysundtunnelen from the east > Tverrforbindelsen > Langnes: from the mainland to Langnes, all along the E8
      11.20  E8 Tromsøysundtunnelen
       free  E8 Gimle < E8 Tromsøysundtunnelen
       free  E8 Breivika < E8 Tromsøysundtunnelen
       free  Tverrforbindelsen øst < E8 Tromsøysundtunnelen
       free  E8 Tverrforbindelsen vest < E8 Tromsøysundtunnelen
      11.20

    Langnes > Langnesbakken > Centre: over the hill instead of through the tunnel
      11.20  Kv Langnesbakken
      11.20

    Kvaløyvegen > Sydspissen > Centre: to the southern tip, and over the island from there
      11.20  Kv Sydspissen
      11.20
  `,
});

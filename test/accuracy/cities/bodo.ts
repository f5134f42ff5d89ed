import { readCity } from './city.ts';

export const BODO = readCity({
  name: 'Bodø',
  published: `A cut east and a cut north of the centre, both directions (bpsnord.no). 21 kroner, large 48; with tag 16.80. One passage of
    the hour pays, taken as the first.`,
  places: `
    67.2804 14.4049 Centre
    67.2600 15.3800 Fauske
    67.2900 14.5700 Mørkved
    67.2690 14.3650 Airport
    67.2770 14.4450 Old rv. 80 at Skjæringa
    67.2735 14.4350 Gamle Riksvei
    67.2935 14.4125 Rønvika
    67.2885 14.3890 Ferry quay
    67.3070 14.4300 Løpsmarka
    67.2813 14.4793 Hunstad
  `,
  trips: `
    Fauske > Centre: through Bodøtunnelen
      16.80  Bodøtunnelen 1
      16.80  large 48

    Centre > Fauske: the tunnel outwards
      16.80  Bodøtunnelen 1
      16.80

    Fauske > Centre > Fauske: into the town and out again
      16.80  Bodøtunnelen 1
       free  Bodøtunnelen 1 < Bodøtunnelen 1
      16.80

    Mørkved > Old rv. 80 at Skjæringa > Centre: the road before the tunnel
      16.80  Skjæringa
      16.80

    Mørkved > Gamle Riksvei > Centre: along the airport
      16.80  Gamle Riksvei
      16.80

    Rønvika > Centre: from the north
      16.80  Rønvikveien
      16.80

    Centre > Rønvika: northwards
      16.80  Kirkeveien
      16.80

    Fauske > Ferry quay: through the town to the quay, two stations of one group
      16.80  Bodøtunnelen 1
       free  Jernbaneveien < Bodøtunnelen 1
      16.80

    Fauske > Rønvika: past the centre to the north
      16.80  Bodøtunnelen 1
       free  Kirkeveien < Bodøtunnelen 1
      16.80

    Hunstad > Gamle Riksvei: outside the stations
       0.00

    Fauske > Airport: through Bodøtunnelen
      16.80  Bodøtunnelen 1
      16.80

    Airport > Centre: the airport lies inside
       0.00

    Løpsmarka > Mørkved: from the north to the east
      16.80  Kirkeveien
       free  Bodøtunnelen 1 < Kirkeveien
      16.80
  `,
});

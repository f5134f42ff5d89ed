import { readCity } from './city.ts';

export const HARSTAD = readCity({
  name: 'Harstad',
  published: `Stations round the centre and on a cut south of it, both directions (bpsnord.no). 20 kroner, large 32; with tag 16.00.
    One passage of the hour pays, taken as the first. Harstadtunnelen leads past the centre.`,
  places: `
    68.7985 16.5414 Harstad
    68.7000 16.6000 Evenes side
    68.8180 16.5600 Trondenes
    68.7750 16.5600 Kanebogen
    68.7700 16.3000 Kvæfjord
    68.7824 16.5370 Kongsveien
    68.7900 16.5370 Seljestad
    68.7828 16.5525 Gansås
    68.8090 16.5435 Samagata
    68.8029 16.5260 the road behind the town
  `,
  trips: `
    Evenes side > Harstad: from the south, the cut and then the ring
      16.00  Rv83 Kanebogen
       free  Lokket < Rv83 Kanebogen
       free  Seljestad < Rv83 Kanebogen
      16.00  large 32

    Harstad > Evenes side: the same outwards
      16.00  Seljestad
       free  Lokket < Seljestad
       free  Rv83 Kanebogen < Seljestad
      16.00

    Harstad > Evenes side > Harstad: there and back within the hour
      16.00  Seljestad
       free  Lokket < Seljestad
       free  Rv83 Kanebogen < Seljestad
       free  Rv83 Kanebogen < Seljestad
       free  Lokket < Seljestad
       free  Seljestad < Seljestad
      16.00

    Kvæfjord > Harstad: from the west
      16.00  Skolegata
      16.00

    Trondenes > Harstad: from the north
      16.00  Skolegata
      16.00

    Harstad > Samagata > Trondenes: northwards
      16.00  Samasjøen
      16.00

    Trondenes > the road behind the town > Evenes side: past the ring, and into the cut
      16.00  Lokket
       free  Rv83 Kanebogen < Lokket
      16.00

    Seljestad > Kongsveien > Gansås: the street beside the rv. 83 has its own station
      16.00  Kongsveien
      16.00
  `,
});

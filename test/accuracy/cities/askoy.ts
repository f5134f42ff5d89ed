import { readCity } from './city.ts';

export const ASKOY = readCity({
  name: 'Askøy',
  published: `Five stations in the south of the island; the road database charges one direction, southwards and towards Kleppestø,
    an older notice of the operator (ferde.no, 2019) both: open. 44 kroner, large 88; with tag 35.20. One passage of the hour
    pays (nrk.no/hordaland/sa-mykje-vil-det-koste-for-bilistar-1.11962468). Storeklubben is not on the network.`,
  places: `
    60.3725 5.2350 Storavatnet
    60.4200 5.2500 Florvåg
    60.4070 5.2270 Kleppestø
    60.4600 5.1700 Ravnanger
    60.5500 4.9700 Herdla
    60.4156 5.1464 Follese
    60.3913 5.3221 Festplassen
  `,
  trips: `
    Herdla > Storavatnet: from the north of the island to the bridge
      35.20  Nedre Kleppe
       free  Stongafjellet < Nedre Kleppe
      35.20  large 88

    Storavatnet > Herdla: from the bridge northwards
       0.00

    Florvåg > Storavatnet: from the east of the island to the bridge
      35.20  Vatnavatnet
      35.20

    Storavatnet > Florvåg: from the bridge eastwards
       0.00

    Follese > Storavatnet: from the west of the island to the bridge
      35.20  Stongafjellet
      35.20

    Ravnanger > Kleppestø: to the town, two stations of one group
      35.20  Nedre Kleppe
       free  Fv 5254 Kleppevegen < Nedre Kleppe
      35.20

    Kleppestø > Ravnanger: northwards
       0.00

    Ravnanger > Festplassen: to Bergen, two projects are two groups
      35.20  Nedre Kleppe
       free  Stongafjellet < Nedre Kleppe
      30.40  Rv555 Sotravegen, mot øst
       free  Gravdal < Rv555 Sotravegen, mot øst
      65.60  large 176

    Festplassen > Ravnanger: from Bergen
       0.00
  `,
});

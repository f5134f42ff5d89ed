import { readCity } from './city.ts';

export const TRONDHEIM = readCity({
  name: 'Trondheim',
  published: `Seven sections, each an hour group of its own, named by the letter: B Byåsen, K Klæbu, M Nidelva, N Malvik,
    O along Omkjøringsvegen, S Klett, T Tonstad (vegamot.no/takster-og-rabatter/takstgruppe-1). Both directions. K, N, S and
    Nedre Leirfoss 22 kroner, the others 16, Nydalsbrua 22; in the rush 44 and 21. With tag 17.60 and 12.80, 35.20 and 16.80.
    Paid at Bøckmans veg or Tonstad, Nydalsbrua is free with tag (vegamot.no/Kundeservice/Takster/Regler-1.aspx).`,
  places: `
    63.4305 10.3951 Torget
    63.2850 10.2800 Melhus
    63.3050  9.8500 Orkanger
    63.4310 10.4900 Leangen
    63.4003 10.4224 Nardo
    63.4100 10.7950 Hommelvik
    63.4305 10.5667 Være
    63.4280 10.5400 Ranheim
    63.4050 10.4550 Moholt
    63.3970 10.3400 Munkvoll
    63.2970 10.4850 Klæbu
    63.3490 10.4374 Tillerbrua
    63.3600 10.3750 Tiller
    63.4024 10.3979 Sluppen
    63.3996 10.3925 Nydalsbrua
    63.4115 10.3759 Marienborg
    63.3835 10.3762 Sluppen south
    63.3816 10.3924 Nedre Leirfoss
    63.3905 10.4275 Bratsbergvegen
  `,
  trips: `
    Melhus > Torget: three sections one after the other are three groups
      17.60  Klett - E6, S-snitt
      12.80  Tonstad, T-snitt
      12.80  Kroppan bru (Nordgående), M-snitt
      43.20  large 151

    Melhus > Torget, Wednesday 08:00: each with its own rush price
      35.20  Klett - E6, S-snitt
      16.80  Tonstad, T-snitt
      16.80  Kroppan bru (Nordgående), M-snitt
      68.80

    Torget > Melhus: the sections charge both directions, Kroppan bru has a record for each
      12.80  Kroppan bru (Sørgående), M-snitt
      12.80  Tonstad, T-snitt
      17.60  Klett - E6, S-snitt
      43.20

    Torget > Melhus > Torget: there and back within the hour, each section once
      12.80  Kroppan bru (Sørgående), M-snitt
      12.80  Tonstad, T-snitt
      17.60  Klett - E6, S-snitt
       free  Klett - E6, S-snitt < Klett - E6, S-snitt
       free  Tonstad, T-snitt < Tonstad, T-snitt
       free  Kroppan bru (Nordgående), M-snitt < Kroppan bru (Sørgående), M-snitt
      43.20

    Orkanger > Torget: the E39 joins the E6 outside Klett
      17.60  Klett - E6, S-snitt
      12.80  Tonstad, T-snitt
      12.80  Kroppan bru (Nordgående), M-snitt
      43.20

    Melhus > Leangen: past the centre on Omkjøringsvegen, whose stations stand on the streets that leave it
      17.60  Klett - E6, S-snitt
      12.80  Tonstad, T-snitt
      30.40  large 91

    Leangen > Nardo: along Omkjøringsvegen
       0.00

    Hommelvik > Torget: the E6 at Ranheim is a project of its own
      48.00  Ranheim
      12.80  Rv 706 Leangensletta, O-snitt
      60.80  large 159

    Hommelvik > Være > Torget: the old road
      17.60  Være (Gml. E6), N-snitt
      12.80  Rv 706 Leangensletta, O-snitt
      30.40

    Ranheim > Torget: from inside Være
      12.80  Rv 706 Leangensletta, O-snitt
      12.80

    Moholt > Torget: from Omkjøringsvegen towards the centre
      12.80  Moholt, O-snitt
      12.80

    Klæbu > Tillerbrua > Tiller: the border to Klæbu
      17.60  Tillerbrua, K-snitt
      17.60

    Munkvoll > Torget: over Byåsen and through Ila
      12.80  Bøckmans veg, B-snitt
      12.80

    Tiller > Marienborg: paid at Tonstad, both stations at Nydalsbrua are free with tag, not without
      12.80  Tonstad, T-snitt
       free  Nydalsbrua Sør (Oslovn) < Tonstad, T-snitt
       free  Nydalsbrua Nord (Oslovn) < Tonstad, T-snitt
      12.80

    Sluppen > Marienborg: over Nydalsbrua alone
      17.60  Nydalsbrua Nord (Oslovn)
      17.60  large 39

    Marienborg > Torget: through the tunnel and Ila
       0.00

    Sluppen south > Nedre Leirfoss > Bratsbergvegen: the other bridge of the section M
      17.60  Nedre Leirfoss (Fossestuvegen), M-snitt
      17.60

    Nydalsbrua > Torget: from the bridge to the centre without crossing Nidelva again
       0.00
  `,
});

/**
 * Into a city before, in and after the rush: Oslo 06:30-09:00 and 15:00-17:00, Bergen 06:30-09:00 and
 * 14:30-16:30, Tromsø 06:30-09:00, Monday to Friday. Oslo 42, in the rush 50; large 161 in both, as the
 * last published rush price, 150, is lower. Bergen 38, in the rush 70; large 88, last published 145.
 */
export const RUSH = `
  Langangen > Oslo, 2026-11-18T05:15:00+01:00: leaves before the rush and reaches border and inner ring in it: 50 twice; E18 Vestfold has no rush
       18   28  E18 Sky
       11   16  E18 Bommestad
       13   21  E18 Skinmo
        9   15  E18 Natvall
        8   14  E18 Fokserød
       15   26  E18 Ramsum
        7   12  E18 Gulli
       50  223  Oslo, city border
       50  223  Oslo, inner rings
      181  578  in all
      144.80  578  with tag

  Langangen > Oslo, 2026-11-18T08:00:00+01:00: leaves in the rush and reaches the border after its end
       18   28  E18 Sky
       11   16  E18 Bommestad
       13   21  E18 Skinmo
        9   15  E18 Natvall
        8   14  E18 Fokserød
       15   26  E18 Ramsum
        7   12  E18 Gulli
       42  161  Oslo, city border
       42  161  Oslo, inner rings
      165  454  in all
      132  454  with tag

  Drammen > Oslo, 2026-06-17T06:20:00+02:00: the rush is that of the clock on the wall in summer, too
       50  223  Oslo, city border
       50  223  Oslo, inner rings
      100  446  in all
       80  446  with tag

  Drammen > Oslo, 2026-06-17T05:30:00+02:00: an hour before the rush of winter, half an hour before that of summer
       42  161  Oslo, city border
       42  161  Oslo, inner rings
       84  322  in all
       67.20  322  with tag

  Drammen > Oslo, 2026-11-18T14:45:00+01:00: the afternoon rush begins on the way
       50  223  Oslo, city border
       50  223  Oslo, inner rings
      100  446  in all
       80  446  with tag

  Knarvik > Nordnes, 2026-11-18T06:15:00+01:00: Åsanevegen has no rush price, Sandviken has; the dearest passage of the hour pays (ferde.no), Nordhordland is another group
       25   40  E39 Flatøy Nord
        -    -  E39 Åsanevegen, mot sør, free in the hour
       70  154  Sandviken
        -    -  Fv555 Strandkaien, mot vest, free in the hour
       95  194  in all
       76  194  with tag

  Knarvik > Nordnes, 2026-11-18T05:45:00+01:00: half an hour earlier all prices are one, the first passage pays
       25   40  E39 Flatøy Nord
       38   88  E39 Åsanevegen, mot sør
        -    -  Sandviken, free in the hour
        -    -  Fv555 Strandkaien, mot vest, free in the hour
       63  128  in all
       50.40  128  with tag

  Nordkjosbotn > Tromsø > Kvaløysletta, 2026-11-18T05:23:00+01:00: in Tromsø the first passage pays: over the bridge before 06:30, and what follows in the rush is free
       14   28  Fv862 Tromsøbrua
        -    -  Fv862 Langnestunnelen, free in the hour
        -    -  E8 Giværbukta, free in the hour
        -    -  E8 Flyplassvegen, free in the hour
       14   28  in all
       11.20   28  with tag
`;

/**
 * Days without rush: public holidays everywhere, July in Oslo only (fjellinjen.no), the eves in Tromsø
 * only (tenktromso.no/faq/hva-er-rushtidsavgift-og-hvorfor-innforte-tromso-det).
 */
export const DAYS_OFF = `
  Drammen > Oslo, 2024-05-17T07:00:00+02:00: 17 May on a Friday: 37 of the tariff of 2024
       37  113  Oslo, city border
       37  113  Oslo, inner rings
       74  226  in all
       59.20  226  with tag

  Drammen > Oslo, 2024-05-16T07:00:00+02:00: the Thursday before: 42 of the tariff of 2024, large 150
       42  150  Oslo, city border
       42  150  Oslo, inner rings
       84  300  in all
       67.20  300  with tag

  Drammen > Oslo, 2026-05-17T07:00:00+02:00: 17 May on a Sunday
       42  161  Oslo, city border
       42  161  Oslo, inner rings
       84  322  in all
       67.20  322  with tag

  Drammen > Oslo, 2026-05-14T07:00:00+02:00: Ascension Day, a Thursday
       42  161  Oslo, city border
       42  161  Oslo, inner rings
       84  322  in all
       67.20  322  with tag

  Drammen > Oslo, 2026-07-15T07:00:00+02:00: a Wednesday in July
       42  161  Oslo, city border
       42  161  Oslo, inner rings
       84  322  in all
       67.20  322  with tag

  Drammen > Oslo, 2026-06-30T07:00:00+02:00: the last day of June
       50  223  Oslo, city border
       50  223  Oslo, inner rings
      100  446  in all
       80  446  with tag

  Drammen > Oslo, 2026-07-31T15:30:00+02:00: the last day of July, in the afternoon
       42  161  Oslo, city border
       42  161  Oslo, inner rings
       84  322  in all
       67.20  322  with tag

  Drammen > Oslo, 2026-08-03T07:00:00+02:00: the first Monday of August
       50  223  Oslo, city border
       50  223  Oslo, inner rings
      100  446  in all
       80  446  with tag

  Trengereid > Nordnes, 2026-07-15T07:00:00+02:00: July is not exempt in Bergen; Sandviken has the rush price
       70  154  Bergen, any station
       70  154  in all
       56  154  with tag

  Nordkjosbotn > Tromsø, 2026-12-24T07:00:00+01:00: Christmas Eve in Tromsø, a Thursday
       14   28  Fv862 Tromsøbrua
       14   28  in all
       11.20   28  with tag

  Nordkjosbotn > Tromsø, 2026-12-23T07:00:00+01:00: the day before is an ordinary one: 42, large 84
       42   84  Fv862 Tromsøbrua
       42   84  in all
       33.60   84  with tag

  Nordkjosbotn > Tromsø, 2026-12-31T07:00:00+01:00: New Year's Eve in Tromsø
       14   28  Fv862 Tromsøbrua
       14   28  in all
       11.20   28  with tag

  Nordkjosbotn > Tromsø, 2026-04-01T07:00:00+02:00: the Wednesday before Easter in Tromsø
       14   28  Fv862 Tromsøbrua
       14   28  in all
       11.20   28  with tag

  Drammen > Oslo, 2026-12-24T07:00:00+01:00: no source exempts Christmas Eve in Oslo
       50  223  Oslo, city border
       50  223  Oslo, inner rings
      100  446  in all
       80  446  with tag
`;

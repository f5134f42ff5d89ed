/** Trips that end on another day than they began, with other prices. */
export const MIDNIGHT = `
  Steinkjer > Tynset > Oslo, 2026-11-20T23:00:00+01:00: from Friday into Saturday morning, which has no rush: Oslo at about 07:00 for 42
        ?    ?  E6 Åsen
        ?    ?  E6 Stjørdal
       60  121  Ranheim
       16   38  Tonstad, T-snitt
       22   53  Klett - E6, S-snitt
       45   91  E6 Søberg
       52  104  E6 Vindåsliene/E6 Fossum bru
       27   54  Rv3/25 Ny veg
       30   49  Akershus grense - Skaberud
       29   47  Minnesund - Hedmark grense
       42  161  Oslo, city border
       42  161  Oslo, inner rings
      365  879  in all
      292  879  with tag

  Steinkjer > Tynset > Oslo, 2026-11-22T23:00:00+01:00: from Sunday into Monday morning: Oslo in the rush for 50
        ?    ?  E6 Åsen
        ?    ?  E6 Stjørdal
       60  121  Ranheim
       16   38  Tonstad, T-snitt
       22   53  Klett - E6, S-snitt
       45   91  E6 Søberg
       52  104  E6 Vindåsliene/E6 Fossum bru
       27   54  Rv3/25 Ny veg
       30   49  Akershus grense - Skaberud
       29   47  Minnesund - Hedmark grense
       50  223  Oslo, city border
       50  223  Oslo, inner rings
      381  1003  in all
      304.80  1003  with tag

  Trengereid > Nordnes, 2025-12-31T23:00:00+01:00: the last hour of the tariff of 2025: diesel 36 (ferde.no/bomanlegg-og-priser/bergen); large as last published, 82 of 2024
       36   85  Bergen, any station
       36   85  in all
       28.80   85  with tag

  Trengereid > Nordnes, 2025-12-31T23:50:00+01:00: leaves in the old year and reaches Bergen in the new: 38
       38   88  Bergen, any station
       38   88  in all
       30.40   88  with tag

  Haukås > Nordnes > Rådal sør > Danmarks plass, 2026-11-20T23:40:00+01:00: into Bergen on Friday, out, and in again on Saturday within the hour
       38   88  Bergen, any station
       38   88  in all
       30.40   88  with tag
`;

/**
 * The nights on which the clock goes forward (2026-03-29, 02:00 is 03:00) and back (2026-10-25, 03:00 is
 * 02:00): the hour of the hour rule is an hour of driving, the rush is that of the clock on the wall.
 */
export const CLOCK_CHANGES = `
  Haukås > Nordnes > Rådal sør > Danmarks plass, 2026-03-29T01:45:00+01:00: into Bergen at 01:50 and again at 03:30, which is 40 minutes later
       38   88  Bergen, any station
       38   88  in all
       30.40   88  with tag

  Haukås > Nordnes > Glesvær > Nordnes, 2026-03-29T01:45:00+01:00: again after 80 minutes, over 2 hours on the wall
       38   88  Bergen, any station
       38   88  Bergen, any station
       76  176  in all
       60.80  176  with tag

  Haukås > Nordnes > Rådal sør > Danmarks plass, 2026-10-25T02:45:00+02:00: into Bergen at 02:50 and again at 02:30, which is 40 minutes later
       38   88  Bergen, any station
       38   88  in all
       30.40   88  with tag

  Haukås > Nordnes > Glesvær > Nordnes, 2026-10-25T02:15:00+02:00: into Bergen at 02:20 and again at 02:40, which is 80 minutes later
       38   88  Bergen, any station
       38   88  Bergen, any station
       76  176  in all
       60.80  176  with tag

  Drammen > Oslo, 2026-03-30T06:20:00+02:00: the Monday after, in the rush of the new clock
       50  223  Oslo, city border
       50  223  Oslo, inner rings
      100  446  in all
       80  446  with tag

  Drammen > Oslo, 2026-10-26T05:40:00+01:00: the Monday after: the border at 06:10, which on the Friday before was 07:10
       42  161  Oslo, city border
       42  161  Oslo, inner rings
       84  322  in all
       67.20  322  with tag
`;

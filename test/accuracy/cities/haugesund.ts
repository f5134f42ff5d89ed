import { readCity } from './city.ts';

export const HAUGESUND = readCity({
  name: 'Haugesund',
  published: `A ring round the centre of Haugesund and one to the south of it, round Norheim and Raglamyr; both directions
    (rogfk.no, Bypakke Haugesund og fastlands-Karmøy; radiohaugaland.no, March 2026). 15 kroner, large 31. One passage of
    the hour pays, taken as the first. With tag 12.00.`,
  places: `
    59.4138 5.2680 Haugesund
    59.4200 5.4500 Aksdal
    59.3400 5.2600 Karmøy
    59.3450 5.2150 Airport
    59.5400 5.3500 Sveio
    59.4151 5.3068 Skjoldavegen
    59.3990 5.3336 Raglamyr
    59.3700 5.3040 Norheim
    59.4003 5.2847 Salhusvegen
    59.3930 5.2980 Oasen
    59.3600 5.3060 Vormedal
    59.3859 5.3372 T-forbindelsen
  `,
  trips: `
    Aksdal > Skjoldavegen > Haugesund: from the east on the old main road
      12.00  Fv4856 Skjoldavegen
      12.00  large 31

    Haugesund > Skjoldavegen > Aksdal: outwards is charged, too
      12.00  Fv4856 Skjoldavegen
      12.00

    Aksdal > Raglamyr > Haugesund: from the east on the E134, into both rings
      12.00  E134 Raglamyr/Biltema
       free  Fv47 Karmsundgata < E134 Raglamyr/Biltema
      12.00

    Karmøy > Haugesund: over Karmsund bridge, into both rings
      12.00  E134 Karmsundgata/Norheim
       free  Fv47 Karmsundgata < E134 Karmsundgata/Norheim
      12.00

    Haugesund > Airport: out of both rings
      12.00  Fv47 Karmsundgata
       free  E134 Karmsundgata/Norheim < Fv47 Karmsundgata
      12.00

    Karmøy > T-forbindelsen > Aksdal: past the towns in Karmøytunnelen, as quick as through them
      12.00  Fv554 T-forbindelsen
       free  E134 Raglamyr/Biltema < Fv554 T-forbindelsen
      12.00

    Sveio > Haugesund: from the north
      12.00  Fv47 Tittelsnesvegen
      12.00

    Sveio > Karmøy: through both rings
      12.00  Fv47 Tittelsnesvegen
       free  Fv47 Karmsundgata < Fv47 Tittelsnesvegen
       free  E134 Karmsundgata/Norheim < Fv47 Tittelsnesvegen
      12.00

    Oasen > Salhusvegen > Haugesund: into the inner ring by the street along the sound
      12.00  Fv4852 Salhusvegen
      12.00

    Vormedal > Norheim: into the southern ring from the south
      12.00  Fv4848 Vormedalsvegen
      12.00
  `,
});

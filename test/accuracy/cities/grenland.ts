import { readCity } from './city.ts';

export const GRENLAND = readCity({
  name: 'Grenland',
  published: `Cuts south of Porsgrunn, between Porsgrunn and Skien, and in Skien; charged from south to north
    (bypakka.no/Om-Bypakka/Bompenger), Menstadbrua eastwards (bypakka.no/Aktuelt/Hvor-mye-vil-det-koste-i-bompenger).
    21 kroner, 29 in the rush, large 42. The first passage of an hour pays. With tag 16.80 and 23.20.`,
  places: `
    59.2090 9.6090 Skien
    59.1400 9.6560 Porsgrunn
    59.0550 9.7000 Brevik
    59.1100 9.6500 Herøya
    59.0600 9.9300 Larvik
    59.1500 9.6580 Borgestad
    59.1900 9.6280 Bølevegen
    59.1350 9.6430 Vestsiden
    59.1700 9.6330 Klyve
    59.2800 9.7000 Siljan
    59.1760 9.6000 Moflata
    59.1740 9.6600 Menstad
    59.1590 9.6357 Lensmannsdalen
    59.1220 9.6491 Herøyavegen
    59.4500 9.2500 Notodden
    59.1581 9.6885 Sannivegen
    59.1450 9.6800 Hovenga
    59.1750 9.6950 Luksefjellvegen
  `,
  trips: `
    Larvik > Porsgrunn: from the E18 northwards
      16.80  Vallermyrene
      16.80  large 42

    Larvik > Porsgrunn, Wednesday 08:00: in the rush
      23.20  Vallermyrene
      23.20

    Porsgrunn > Larvik: southwards nothing is charged
       0.00

    Larvik > Skien: two cuts northwards within the hour
      16.80  Vallermyrene
       free  Borgestadalleen < Vallermyrene
      16.80

    Skien > Bølevegen > Porsgrunn: southwards on the east side
       0.00

    Skien > Porsgrunn: southwards, by the sharp bend from the square to the east side
       0.00

    Porsgrunn > Skien: northwards on the east side
      16.80  Borgestadalleen
      16.80

    Brevik > Herøyavegen > Porsgrunn: northwards past Herøya
      16.80  Herøyavegen
      16.80

    Skien > Brevik: southwards all the way
       0.00

    Moflata > Menstad: Menstadbrua is charged eastwards
      16.80  Menstadbrua
      16.80

    Menstad > Moflata: Menstadbrua westwards
       0.00

    Vestsiden > Lensmannsdalen > Klyve: northwards on the west side
      16.80  Lensmannsdalen
      16.80

    Notodden > Skien: the rv. 36 is a project of its own, then over Klosterøya
      24.00  Rv. 36 Ullevik
      16.80  Klostergata
      40.80

    Siljan > Skien: from the north there is no station
       0.00
  `,
});

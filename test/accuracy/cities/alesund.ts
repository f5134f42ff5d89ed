import { readCity } from './city.ts';

export const ALESUND = readCity({
  name: 'Ålesund',
  published: `Three areas: the centre, Hatlane, Moa; both directions. Through traffic on the E39 from Blindheim to Brusdalen is free,
    the stations stand on its ramps, and Ellingsøytunnelen comes up on the city side of Volsdalen
    (bypakkealesund.no/bompengar, /bomstasjonar). The first passage of an hour pays. 31 kroner, large 61; with tag 24.80.`,
  places: `
    62.4722 6.1549 Centre
    62.4680 6.3600 Moa
    62.4606 6.3630 Spjelkavik
    62.4100 6.3300 Vegsund
    62.4830 6.8000 Sjøholt
    62.4800 6.6000 Digernes
    62.5000 6.2200 Ellingsøya
    62.4690 6.2400 Nørve
    62.4491 6.3551 Blindheimsbreivika
    62.4730 6.3659 Olsvika
    62.4800 6.4400 Brusdalen
  `,
  trips: `
    Sjøholt > Centre: one passage of three pays
      24.80  Breivika
       free  Hatlaåsen < Breivika
       free  Volsdalen < Breivika
      24.80  large 61

    Centre > Sjøholt: the same outwards, the first pays
      24.80  Volsdalen
       free  Hatlaåsen < Volsdalen
       free  Breivika < Volsdalen
      24.80

    Vegsund > Digernes: through on the E39 without leaving it
       0.00  large 0

    Digernes > Vegsund: through on the E39 the other way
       0.00

    Ellingsøya > Centre: the tunnel comes up inside the station at Volsdalen
       0.00

    Ellingsøya > Nørve: eastwards from the tunnel
      24.80  Volsdalen
      24.80

    Ellingsøya > Moa: all the way along the city
      24.80  Volsdalen
       free  Hatlaåsen < Volsdalen
       free  Breivika < Volsdalen
       free  Moa < Volsdalen
      24.80

    Vegsund > Centre: off the E39 onto the E136
      24.80  Breivika
       free  Hatlaåsen < Breivika
       free  Volsdalen < Breivika
      24.80

    Vegsund > Moa: off the E39 to the shopping area
      24.80  Moa
      24.80

    Vegsund > Blindheimsbreivika > Spjelkavik: the old road to Spjelkavik
      24.80  Blindheimsbreivika
      24.80

    Spjelkavik > Digernes: on the E39
      24.80  Liljedahlen
      24.80

    Spjelkavik > Brusdalen > Digernes: the old road along the lake
      24.80  Brusdalsvegen
      24.80

    Spjelkavik > Moa: between Spjelkavik and Moa
      24.80  Elvebakken
      24.80

    Digernes > Olsvika: off the E39 at Olsvika; from the east by the ramp that the station stands on
      24.80  Ytterholen
      24.80
  `,
});

import { readCity } from './city.ts';

export const OSLO = readCity({
  name: 'Oslo',
  published: `Three rings, one price: 42 kroner, 50 in the rush, large 161. The city border (Bygrensen) charges into Oslo
    only; Osloringen and Indre ring charge both directions and are one hour group (fjellinjen.no/bompenger). The dearest
    passage of an hour pays (fjellinjen.no/privat/nyhetsarkiv/timesregel-og-manedstak). With tag 33.60 and 40.00.`,
  places: `
    59.8905 10.5240 Sandvika
    59.8970 10.6250 Fornebu
    59.9145 10.6360 Lysaker
    59.9465 10.6215 Eiksmarka
    59.9222 10.6790 Skøyen
    59.9370 10.6830 Smestad
    59.9295 10.7140 Majorstua
    59.9470 10.7270 Ring 3 at Ullevål
    59.9440 10.7325 Sognsveien
    59.9170 10.6895 Dronning Blancas vei
    59.9115 10.7335 Rådhuset
    59.9085 10.7520 Oslo S
    59.9450 10.7800 Storo
    59.9265 10.7760 Carl Berner
    59.9305 10.8634 Alnabru
    59.9340 10.9090 Furuset
    59.9560 11.0500 Lillestrøm
    59.9299 10.9280 Gamleveien at Lørenskog
    59.9530 10.9600 Skårer
    60.0600 10.8700 Nittedal
    60.1900 11.1000 Gardermoen
    59.8330 10.4350 Asker
    59.7750 10.8350 Ski
    59.7900 10.7700 Vinterbro
    59.8300 10.7755 Hvervenbukta
    59.8150 10.8090 Kolbotn
    59.8400 10.8060 Hauketo
    59.8150 10.9300 Siggerud
    59.8600 10.8350 Klemetsrud
  `,
  trips: `
    Sandvika > Rådhuset: into Oslo on the E18, city border and Osloringen are two groups, Indre ring is free after Osloringen
      33.60  E 18 hovedløp
      33.60  E18 Maritim
       free  E18 Bygdøylokket < E18 Maritim
      67.20  large 322

    Sandvika > Rådhuset, Wednesday 08:00: the same in the rush
      40.00  E 18 hovedløp
      40.00  E18 Maritim
       free  E18 Bygdøylokket < E18 Maritim
      80.00

    Sandvika > Rådhuset, Saturday 08:00: no rush on a Saturday
      33.60  E 18 hovedløp
      33.60  E18 Maritim
       free  E18 Bygdøylokket < E18 Maritim
      67.20

    Rådhuset > Sandvika: out of Oslo the city border is free, the inner rings charge outwards too
      33.60  E18 Bygdøylokket
       free  E18 Maritim < E18 Bygdøylokket
      33.60  large 161

    Ski > Oslo S: from the south on the E6, past Ryen and through Svartdalstunnelen
      33.60  E6 Taraldrud
      33.60  E6 Abildsø
       free  E6 Svartdalstunnelen < E6 Abildsø
      67.20  large 322

    Oslo S > Ski: the same road outwards, without the city border
      33.60  E6 Svartdalstunnelen
       free  E6 Abildsø < E6 Svartdalstunnelen
      33.60

    Vinterbro > Hvervenbukta > Oslo S: from the south along the fjord, on Mosseveien
      33.60  E18 Fiskevollbukta
      33.60  E 18 Mosseveien
      67.20

    Oslo S > Hvervenbukta > Vinterbro: Mosseveien outwards
      33.60  E 18 Mosseveien
      33.60

    Lillestrøm > Oslo S: from the north-east on the E6, through Vålerengatunnelen
      33.60  E6 Furuset
      33.60  E6 Alnabru
       free  E6 Lodalen < E6 Alnabru
      67.20

    Oslo S > Lillestrøm > Oslo S: there and back within the hour, the city border only once and inwards
      33.60  E6 Lodalen
       free  E6 Alnabru < E6 Lodalen
      33.60  E6 Furuset
       free  E6 Alnabru < E6 Lodalen
       free  E6 Lodalen < E6 Lodalen
      67.20

    Nittedal > Oslo S: from the north on the rv. 4, over Sinsen and Carl Berner
      33.60  Rv 4 Skillebekk
      33.60  Rv 4 Linderud
       free  RV 4 Carl Berner < Rv 4 Linderud
      67.20

    Oslo S > Nittedal: the rv. 4 outwards
      33.60  RV 4 Carl Berner
       free  Rv 4 Linderud < RV 4 Carl Berner
      33.60

    Asker > Gardermoen: through Oslo, below the centre
      33.60  E 18 hovedløp
      33.60  E18 Maritim
       free  E18 Bygdøylokket < E18 Maritim
       free  E6 Lodalen < E18 Maritim
       free  E6 Alnabru < E18 Maritim
      67.20  large 322

    Gardermoen > Asker: through Oslo the other way, in at the other side
      33.60  E6 Furuset
      33.60  E6 Alnabru
       free  E6 Lodalen < E6 Alnabru
       free  E18 Bygdøylokket < E6 Alnabru
       free  E18 Maritim < E6 Alnabru
      67.20

    Asker > Ring 3 at Ullevål > Lillestrøm: round the centre on Ring 3, in through Granfosstunnelen
      33.60  Påkjøring Granfoss fra E18
      33.60  Ring 3 Gaustad
       free  Ring 3 Sinsenkrysset < Ring 3 Gaustad
       free  E6 Alnabru < Ring 3 Gaustad
      67.20

    Ski > Lillestrøm: along the east side on E6 and Ring 3
      33.60  E6 Taraldrud
      33.60  E6 Abildsø
       free  Ring 3 Teisen < E6 Abildsø
       free  E6 Alnabru < E6 Abildsø
      67.20

    Fornebu > Smestad: Granfosstunnelen from Fornebu has its own station of the city border
      33.60  Påkjøring Granfoss fra Fornebu
      33.60

    Smestad > Fornebu: out through Granfosstunnelen nothing is charged
       0.00

    Fornebu > Lysaker: along the border, without crossing it
       0.00

    Nittedal > Storo: off the rv. 4 at Sinsen, onto Ring 3 westwards
      33.60  Rv 4 Skillebekk
      33.60  Rv 4 Linderud
       free  Avkjøring fra Sinsenkrysset < Rv 4 Linderud
      67.20

    Storo > Carl Berner: off Ring 3 at Sinsen, then Indre ring
      33.60  Påkjøring til Sinsenkrysset
       free  RV 4 Carl Berner < Påkjøring til Sinsenkrysset
      33.60

    Skøyen > Dronning Blancas vei > Rådhuset: round the station on the E18 by the street beside it
      33.60  Dronning Blancas vei
      33.60

    Lysaker > Skøyen: the ramp onto the E18 at Lysaker, off again before Osloringen
      33.60  Påkjøring E18 fra Lysakerlokket
      33.60

    Skøyen > Lysaker: out of Oslo before Osloringen, nothing is charged
       0.00

    Skøyen > Rådhuset: Osloringen on the ramp from Sjølyst, then Indre ring
      33.60  E18 Påkjøring fra Sjølyst
       free  E18 Bygdøylokket < E18 Påkjøring fra Sjølyst
      33.60

    Eiksmarka > Majorstua: over Røa, the city border on Griniveien and Indre ring on Sørkedalsveien
      33.60  Griniveien
      33.60  Sørkedalsveien
      67.20

    Ring 3 at Ullevål > Sognsveien > Rådhuset: one of the arms between Ring 3 and the centre
      33.60  Sognsveien
      33.60

    Majorstua > Carl Berner: Ring 2 lies inside Indre ring
       0.00

    Storo > Alnabru: along Ring 3 and the E6, two stations of one group
      33.60  Ring 3 Sinsenkrysset
       free  E6 Alnabru < Ring 3 Sinsenkrysset
      33.60

    Kolbotn > Hauketo: the city border on Skiveien
      33.60  Skiveien
      33.60

    Hauketo > Kolbotn: the city border outwards
       0.00

    Gamleveien at Lørenskog > Furuset: the city border on the old road beside the E6
      33.60  Gamleveien
      33.60

    Siggerud > Klemetsrud: the city border on Enebakkveien
      33.60  Enebakkveien
      33.60
  `,
});

import { readCity } from './city.ts';

export const NORD_JAEREN = readCity({
  name: 'Nord-Jæren',
  published: `Rings round Stavanger, Sandnes, Forus, the airport and Risavika, and a cut towards Randaberg. One direction: into the
    rings, but out of Risavika, towards Stavanger at the cut, and northwards on the bridge to Hundvåg
    (ferde.no/bomanlegg-og-priser/bomstasjoner-nord-jaeren). 30 kroner, large 76; with tag 24.00. One hour group with
    Hundvågtunnelen (24 kroner, both directions, with tag 19.20); the first passage pays. Ryfylketunnelen (119 kroner,
    with tag 95.20) stands outside (ferde.no/ufaqs/hva-er-timesregelen-i-ryfast/).`,
  places: `
    58.9700 5.7331 Stavanger
    58.8520 5.7350 Sandnes
    58.8830 5.6300 Sola
    58.8890 5.6500 Solakrossen
    58.8937 5.7000 Forus
    58.8922 5.7345 Lura
    59.0015 5.6180 Randaberg
    58.9950 5.7350 Hundvåg
    59.0600 5.9200 Solbakk
    58.7350 5.6480 Bryne
    58.7650 5.8520 Ålgård
    58.9350 5.5850 Tananger
    58.9580 5.6130 Sunde
    58.9694 5.7481 Bybrua
    58.9523 5.7425 Lagårdsveien
    58.8750 5.7250 Forussletta
    58.8630 5.7450 Sandnes harbour
  `,
  trips: `
    Sandnes > Stavanger: into the Forus ring, out of it and into the Stavanger ring on the E39, one hour group
      24.00  E 39 Stokkamyra, mot Nord - Forus
       free  E 39 Mosvatnet, mot Nord - Stavanger sentrum < E 39 Stokkamyra, mot Nord - Forus
      24.00  large 76

    Stavanger > Sandnes: the same road southwards passes the other sides of the rings
      24.00  E 39 Refsnesveien, mot Sørøst - Forus
       free  Fv. 509 Oalsgata, mot Sørøst - Sandnes sentrum < E 39 Refsnesveien, mot Sørøst - Forus
      24.00

    Stavanger > Sandnes > Stavanger: there and back within the hour pays once
      24.00  E 39 Refsnesveien, mot Sørøst - Forus
       free  Fv. 509 Oalsgata, mot Sørøst - Sandnes sentrum < E 39 Refsnesveien, mot Sørøst - Forus
       free  E 39 Stokkamyra, mot Nord - Forus < E 39 Refsnesveien, mot Sørøst - Forus
       free  E 39 Mosvatnet, mot Nord - Stavanger sentrum < E 39 Refsnesveien, mot Sørøst - Forus
      24.00

    Stavanger > Sola: to the airport over Solasplitten, outside the Forus ring
      24.00  Fv. 509 Flyplassveien, mot Sørvest - Sola flyplass
      24.00

    Sola > Stavanger: from the airport, into the Stavanger ring only
      24.00  E 39 Mosvatnet, mot Nord - Stavanger sentrum
      24.00

    Solakrossen > Forus: into the Forus ring from the west
      24.00  E 39 Refsnesveien, mot Sørøst - Forus
      24.00

    Lura > Forus: across Forus, inside its ring
       0.00

    Forus > Solakrossen: out of the Forus ring
       0.00

    Randaberg > Stavanger: the cut is charged towards Stavanger, the ring is free after it
      24.00  E 39 Tastatorget, mot Øst - Ytre snitt nord
       free  Ytre Ringveg vest, mot Øst - Stavanger sentrum < E 39 Tastatorget, mot Øst - Ytre snitt nord
      24.00

    Stavanger > Randaberg: out of the ring and away from the cut
       0.00

    Stavanger > Hundvåg: the bridge is charged northwards, out of the centre
      24.00  Fv. 435 Bybrua, mot Nord - Hundvåg
      24.00

    Hundvåg > Stavanger: over the bridge southwards
       0.00

    Sandnes > Solbakk: Hundvågtunnelen is free after the ring, Ryfylketunnelen is not
      24.00  E 39 Stokkamyra, mot Nord - Forus
       free  Rv13 Hundvåg < E 39 Stokkamyra, mot Nord - Forus
      95.20  Rv13 Solbakk
     119.20  large 433

    Solbakk > Sandnes: the first passage of the hour pays, and Hundvågtunnelen is cheaper
      95.20  Rv13 Solbakk
      19.20  Rv13 Hundvåg
       free  E 39 Refsnesveien, mot Sørøst - Forus < Rv13 Hundvåg
       free  Fv. 509 Oalsgata, mot Sørøst - Sandnes sentrum < Rv13 Hundvåg
     114.40  large 422

    Bryne > Sandnes: from the south on fv. 44
      24.00  Fv. 325 Jærveien, mot Nord - Sandnes sentrum
      24.00

    Sandnes > Bryne: out of the Sandnes ring
       0.00

    Ålgård > Stavanger: on the E39 past Sandnes
      24.00  E 39 Stokkamyra, mot Nord - Forus
       free  E 39 Mosvatnet, mot Nord - Stavanger sentrum < E 39 Stokkamyra, mot Nord - Forus
      24.00

    Ålgård > Randaberg: through on the E39 below Stavanger, northwards past the cut, which is charged the other way
      24.00  E 39 Stokkamyra, mot Nord - Forus
      24.00

    Randaberg > Ålgård: through on the E39 southwards
      24.00  E 39 Tastatorget, mot Øst - Ytre snitt nord
       free  E 39 Refsnesveien, mot Sørøst - Forus < E 39 Tastatorget, mot Øst - Ytre snitt nord
      24.00

    Tananger > Stavanger: Risavika is charged outwards
      24.00  Rv. 509 Jåsund, mot Nord - Kvernavik
       free  Rv. 509 Madlaveien, mot Nordøst - Stav. sentrum < Rv. 509 Jåsund, mot Nord - Kvernavik
      24.00

    Stavanger > Tananger: out of the ring, and into Risavika
       0.00

    Tananger > Sola: out of Risavika to the south, then into the ring of the airport
      24.00  Rv. 509 Tanangerveien, mot Sør - Sola
       free  Fv. 509 Flyplassveien, mot Sørvest - Sola flyplass < Rv. 509 Tanangerveien, mot Sør - Sola
      24.00
  `,
});

// @ts-check
/** A made-up statement with four mistakes in it, as an issuer writes it, and no vehicle of anybody. */
export const EXAMPLE = `Dato;Klokkeslett;Bomstasjon;Beløp
02.11.2026;07:42;Ring 3 Gaustad;40,00
02.11.2026;08:10;E6 Alnabru;40,00
02.11.2026;16:20;Ring 3 Gaustad;40,00
03.11.2026;07:40;Ring 3 Gaustad;50,00
04.11.2026;07:40;Ring 3 Gaustad;40,00
04.11.2026;07:40;Ring 3 Gaustad;40,00
05.11.2026;10:15;E6 Furuset;40,00
06.11.2026;10:20;E6 Furuset;33,60
`;

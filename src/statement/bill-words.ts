/** Words of toll bills, and how texts are compared by their words. */
import { listWords } from './choose-amounts.ts';

/** `Haalogalandsbrua` and `allè` are spelt otherwise than `Hålogalandsbrua` and `allé`, and mean the same. */
export const fold = (text: string): string =>
  text.toLowerCase().replaceAll('å', 'aa').replace(/[éèê]/g, 'e');

/**
 * `E 39 Mosvatnet` is ` e39 mosvatnet `, `Fv. 580` is ` f580 ` as the road database writes it. The word for a toll
 * station is left out.
 */
export const toWords = (text: string): string =>
  ` ${fold(text)
    .replace(/\b(?:(ring)|([efkprs])v?)[. ]*(?=\d)/g, '$1$2')
    .split(/[^\p{L}\d]+/u)
    .filter((word) => word !== '' && !/^bomstasjon/.test(word))
    .join(' ')} `;

/** Words of toll bills that name no place and no other service. */
export const BILL_WORDS: ReadonlySet<string> = new Set(
  listWords(
    fold(`
    bom bomst bompassering bompasseringer bompenger bompengepassering bomring bomsnitt bomavgift
    passering passeringer passert passeringsavgift betalingsstasjon autopass brikke med uten
    takst takstgruppe klasse kjøretøy bil personbil varebil lastebil liten stor
    felt kjørefelt kjørebane snitt rush rushtid rushtidsavgift utenfor normal ordinær kl nr ref
    nordgående sørgående sydgående østgående vestgående inngående utgående
    toll station plaza passage crossing lane peak off offpeak vehicle car class tag
    northbound southbound eastbound westbound inbound outbound`),
  ),
);

/** Does a text have words of toll bills alone: `Rushtid`, `Bompassering liten bil`? */
export const isOfBill = (text: string): boolean =>
  toWords(text)
    .split(' ')
    .every((word) => word === '' || /^\d+$/.test(word) || BILL_WORDS.has(word));

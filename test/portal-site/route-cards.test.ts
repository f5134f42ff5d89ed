import { expect, test, vi } from 'vitest';
import { compareWays, reasonsOf } from '../../portal/js/trip/route-cards.js';

/** The language of the page, which texts are read by as they are loaded. */
vi.hoisted(() => Object.assign(globalThis, { document: { documentElement: { lang: 'nb' } } }));

const bill = (totalOre: number, complete = true) => ({ totalOre, complete });

test.each([
  ['less', 31, bill(20_00), bill(87_20), 'Sparer kr 67,20', '31 min lenger'],
  ['more, as fast', 0, bill(90_00), bill(87_20), 'Koster kr 2,80 mer', 'like raskt'],
  ['the same', 5, bill(87_20), bill(87_20), 'Samme pris', '5 min lenger'],
  ['a lower bound', 31, bill(20_00, false), bill(87_20), undefined, '31 min lenger'],
  ['sums beside a lower bound', 31, bill(20_00), bill(87_20, false), undefined, '31 min lenger'],
  ['two lower bounds that are alike', 0, bill(0, false), bill(0, false), undefined, 'like raskt'],
])('a way that costs %s than the fastest one', (_, minutes, own, fastest, money, time) => {
  const { money: said, time: told } = compareWays(minutes, own, fastest);
  expect([plain(said), plain(told)]).toEqual([money, time]);
});

const plain = (text?: string) => text?.replaceAll('\u00a0', ' ');

test.each([
  [['best at 200 NOK/h'], 0, ['best ved 200 kr/t']],
  [['best at 62.5 NOK/h', 'fastest'], 0, ['best ved 62,5 kr/t']],
  [['without ferry', 'without toll'], 0, ['uten ferje', 'uten bom']],
  // The bill of another way to pay has a toll.
  [['without toll'], 3360, []],
  [
    [
      'best at 0 NOK/h',
      'fastest',
      'cheapest',
      'none faster and cheaper',
      'another way',
      'a reason of a newer server',
    ],
    0,
    [],
  ],
  [undefined, 0, []],
])('%j is told as %j', (reasons, tollOre, told) => {
  expect(reasonsOf(reasons ? { choice: { reasons } } : {}, { tollOre })).toEqual(told);
});

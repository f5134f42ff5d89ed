const POINTS: Readonly<Record<string, number>> = {
  nord: 0,
  nordøst: 45,
  øst: 90,
  sørøst: 135,
  sør: 180,
  sørvest: 225,
  vest: 270,
  nordvest: 315,
};

/**
 * The compass direction that a station's name says it charges in: "mot sør-øst", "Nordgående".
 * `undefined` when it says none; "Barstølveien Vest" names a place, not a direction.
 */
export function readCompass(name: string): number | undefined {
  const text = name.toLowerCase();
  const [, towards] = /\bmot ([a-zøæå]+(?:-[a-zøæå]+)?)/.exec(text) ?? [];
  const [, bound] = /([a-zøæå]+)gående/.exec(text) ?? [];
  const word = (towards ?? bound)?.replace('-', '');
  return word === undefined ? undefined : POINTS[word];
}

import type { FakeHandler } from '../fake-upstream.ts';
import { json } from './answer.ts';

const address = (street: string, postcode: string, town: string, lat: number, lon: number) => ({
  adressenavn: street.replace(/ \d+.*$/, ''),
  adressetekst: street,
  adressetilleggsnavn: null,
  adressekode: 1,
  nummer: Number(/ (\d+)/.exec(street)?.[1] ?? 0),
  bokstav: '',
  kommunenummer: '9999',
  kommunenavn: town,
  objtype: 'Vegadresse',
  postnummer: postcode,
  poststed: town,
  representasjonspunkt: { epsg: 'EPSG:4258', lat, lon },
});

/** Invented numbers in streets that every town has. */
const ADDRESSES = [
  address('Storgata 1', '0155', 'OSLO', 59.9127, 10.7461),
  address('Storgata 1', '8656', 'MOSJØEN', 65.8362, 13.1908),
  address('Storgata 2', '8656', 'MOSJØEN', 65.8365, 13.1911),
  address('Kirkegata 7', '8622', 'MO I RANA', 66.3131, 14.1424),
];

const NAMES = [
  {
    skrivemåte: 'Majorstuen',
    navneobjekttype: 'Bydel',
    kommuner: [{ kommunenummer: '0301', kommunenavn: 'Oslo' }],
    representasjonspunkt: { koordsys: 4258, nord: 59.929, øst: 10.715 },
  },
];

/**
 * A search for addresses and place names as users of the real one describe it: every word of the text must be found.
 */
export const addressHandler: FakeHandler = ({ path }) => {
  const { pathname, searchParams } = new URL(path, 'http://addresses.invalid');
  const words = (searchParams.get('sok') ?? '')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  if (words.length === 0) return json({ message: 'sok mangler' }, 400);
  const fits = (...texts: readonly string[]) => {
    const text = texts.join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const addresses = ADDRESSES.filter((row) => fits(row.adressetekst, row.postnummer, row.poststed));
  const names = NAMES.filter((row) => fits(row.skrivemåte));
  const metadata = { treffPerSide: 10, side: 0, sokeStreng: searchParams.toString() };
  if (pathname.endsWith('/sok')) return json({ metadata, adresser: addresses });
  if (pathname.endsWith('/navn')) return json({ metadata, navn: names });
  return json({}, 404);
};

import type { Page } from 'playwright-core';

/** The question and the answer of a trip. */
export interface Priced {
  readonly query: URLSearchParams;
  readonly routes: readonly Billed[];
  /** The first route, lon and lat. */
  readonly line: readonly (readonly [number, number])[];
}

/** The amounts of an answer that the receipt must agree with; NOK. */
interface Billed {
  readonly tollSmall: number;
  readonly tollSmallNoDiscount: number;
  readonly tollLarge: number;
  readonly ferryNok: number;
  readonly vehicle?: { readonly tollNok: number; readonly estimated: boolean };
  readonly chargedStations: readonly { readonly name: string; readonly smallNok: number }[];
}

interface Stretch {
  readonly geometry: { readonly coordinates: readonly (readonly [number, number])[] };
}

/** Opens the page of trips and waits for its map. */
export async function openTripPage(page: Page): Promise<void> {
  await page.goto('/portal/');
  await page.waitForSelector('#map[data-ready]');
}

/** Types a name into a field of stops, and chooses the first suggestion. */
export async function chooseStop(page: Page, at: number, name: string): Promise<void> {
  await page.focus(`#stop-${at}`);
  // The name is typed in one go. Suggestions for a part of it would be replaced while one is chosen.
  await page.keyboard.insertText(name);
  await page.waitForSelector(`#stop-${at}-list li:has-text("${name}")`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

/** Does something that asks for a trip, and gives the exact answer of the server once it is shown. */
export async function priceExactly(page: Page, act: () => Promise<unknown>): Promise<Priced> {
  const [reply] = await Promise.all([
    page.waitForResponse((one) => /\/trip\?.*refine=1/.test(one.url()) && one.status() === 200),
    act(),
  ]);
  const { _billing, routes } = await reply.json();
  await page.waitForSelector('#price-state[data-state=refined]');
  const features: readonly Stretch[] = routes[0].features;
  const line = features.flatMap(({ geometry }) => geometry.coordinates);
  return { query: new URL(reply.url()).searchParams, routes: _billing.routes, line };
}

/** Holds the answers about trips back until the function that it gives is called. */
export async function holdTrips(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/portal/api/trip?*', async (route) => {
    await released;
    await route.continue();
  });
  return async () => release();
}

/**
 * Takes hold of the drawn route where nothing else lies on it, and pulls it aside.
 *
 * @param query of the trip that is shown; its ends stand as pins on the map.
 * @param line of the route, lon and lat.
 */
export async function pullRoute(
  page: Page,
  query: URLSearchParams,
  line: readonly (readonly [number, number])[],
): Promise<void> {
  const ends = await Promise.all(
    [0, 1].map(async (at) => {
      const pin = await page.locator('.pin[data-kind=end]').nth(at).boundingBox();
      if (pin === null) throw new Error('Expected a pin at each end.');
      const [lat = 0, lon = 0] = (query.get(at === 0 ? 'from' : 'to') ?? '').split(',').map(Number);
      return { x: pin.x + pin.width / 2, y: pin.y + pin.height / 2, lon, north: northOf(lat) };
    }),
  );
  const [a, b] = ends;
  if (a === undefined || b === undefined) throw new Error('Expected two ends.');
  for (const [lon, lat] of line) {
    const x = a.x + ((b.x - a.x) * (lon - a.lon)) / (b.lon - a.lon);
    const y = a.y + ((b.y - a.y) * (northOf(lat) - a.north)) / (b.north - a.north);
    if (!(await page.evaluate(isFree(x, y)))) continue;
    // The pointer shows when the line is drawn and can be pulled.
    while (!(await page.evaluate(IS_TO_GRAB))) {
      await page.mouse.move(x + 1, y + 1);
      await page.mouse.move(x, y);
    }
    await page.mouse.down();
    await page.mouse.move(x + 40, y - 40, { steps: 4 });
    return page.mouse.up();
  }
  throw new Error('Expected a free place of the route.');
}

/** Web Mercator, in which the map is drawn. */
const northOf = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360));

const IS_TO_GRAB = `document.querySelector('.maplibregl-canvas').style.cursor === 'grab'`;

const isFree = (x: number, y: number) =>
  `[-30, 0, 30].every((by) => document.elementFromPoint(${x} + by, ${y})?.matches('.maplibregl-canvas'))`;

/** The amounts of elements, in øre. Texts that are no amounts are left out. */
export async function readAmounts(page: Page, selector: string): Promise<readonly number[]> {
  const texts = await page.locator(selector).allInnerTexts();
  return texts.map(toOre).filter(Number.isFinite);
}

/** `kr 1 234,50` as øre; NaN for a text that is no amount. */
function toOre(text: string): number {
  const figures = text.replace(/kr|\s/g, '');
  return /^\d+,\d\d$/.test(figures) ? Number(figures.replace(',', '')) : Number.NaN;
}

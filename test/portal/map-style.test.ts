import type { BrowserContext, ConsoleMessage, Page } from 'playwright-core';
import { afterAll, describe, expect, onTestFinished } from 'vitest';
import { drawLittle } from '../support/browser/draw-little.ts';
import { findBrowser } from '../support/browser/find-browser.ts';
import { type Stage, testOnStage } from '../support/browser/stage.ts';
import { openTripPage, priceExactly } from '../support/browser/trip-page.ts';
import { watch } from '../support/browser/watch.ts';
import type { FakeAnswer } from '../support/fake-upstream/answer.ts';
import { startFakeUpstream } from '../support/fake-upstream.ts';
import { type Rgb, showsColour } from './map-style-picture.ts';
import { GROUND, mapServer, STYLE_PATH } from './map-style-server.ts';

const style = await startFakeUpstream();
const stranger = await startFakeUpstream();
afterAll(() => Promise.all([style.stop(), stranger.stop()]));

const test = testOnStage({ PUBLIC_DEMO: '1', MAP_STYLE_URL: `${style.url}${STYLE_PATH}` });
const testWithout = testOnStage({ PUBLIC_DEMO: '1' }, { isMapWhole: true });

describe.skipIf(findBrowser() === undefined)('a map style of the operator in a browser', () => {
  test('is asked of its server with all that it names, and drawn, with the routes upon it', async ({
    stage,
  }) => {
    style.answer(mapServer(style.url));
    const { page, listProblems } = await visitMap(stage);
    await openTripPage(page);
    await seeColour(page, GROUND);
    for (const part of PARTS)
      await expect.poll(() => style.requests.map(({ path }) => path)).toContainEqual(part);
    await page.waitForSelector('.maplibregl-ctrl-attrib:has-text("© Own Maps")');
    await priceExactly(page, () => page.click('#example-rush'));
    await seeColour(page, OURS.route);
    expect(listProblems()).toEqual([]);
  });

  test('that has names as our layers have is drawn, and so are they', async ({ stage }) => {
    const ours = ['routes', 'route', 'route-hit', 'stations', 'cameras', 'quays'];
    style.answer(
      mapServer(style.url, {
        sources: Object.fromEntries(
          ours.map((name) => [name, { type: 'vector', url: `${style.url}/tiles.json` }]),
        ),
        layers: ours.map((id) => ({ id, type: 'line', source: id, 'source-layer': 'none' })),
      }),
    );
    const { page, listProblems } = await visitMap(stage);
    await openTripPage(page);
    await page.click('#map-layers summary');
    await page.check('#layer-quays');
    await seeColour(page, OURS.quay);
    await priceExactly(page, () => page.click('#example-rush'));
    await seeColour(page, OURS.route);
    expect(listProblems()).toEqual([]);
  });

  test('that names another server gets nothing from there: only its own origin is let in', async ({
    stage,
  }) => {
    style.answer(
      mapServer(style.url, {
        sources: {
          pictures: { type: 'raster', tiles: [`${stranger.url}/{z}/{x}/{y}.png`] },
          shapes: { type: 'geojson', data: `${stranger.url}/shapes.json` },
        },
        layers: [
          { id: 'pictures', type: 'raster', source: 'pictures' },
          { id: 'shapes', type: 'line', source: 'shapes' },
        ],
      }),
    );
    const { context, page } = await visitMap(stage);
    const failed = listFailed(context);
    await openTripPage(page);
    // The page asks for the one, the worker of the map for the other.
    await expect.poll(() => failed.some((url) => url.endsWith('.png'))).toBe(true);
    await expect.poll(() => failed).toContain(`${stranger.url}/shapes.json`);
    await seeColour(page, GROUND);
    expect(failed.filter((url) => !url.startsWith(`${stranger.url}/`))).toEqual([]);
    expect(stranger.requests).toEqual([]);
  });

  test('that can not be had, may not be read by our pages, or is none is replaced by the bundled map, with the routes upon it', async ({
    stage,
  }) => {
    const { context, page, listProblems, forget } = await visitMap(stage);
    await drawLittle(context);
    for (const answer of BROKEN) {
      style.answer(() => answer);
      forget();
      await openTripPage(page);
      await seeColour(page, OURS.land);
      // What is wrong with it stands in the console.
      expect(listProblems(), JSON.stringify(answer)).not.toEqual([]);
    }
    await priceExactly(page, () => page.click('#example-rush'));
    await seeColour(page, OURS.route);
  });

  testWithout('without one nobody but the server itself is asked for a map', async ({ visit }) => {
    const before = style.requests.length;
    const { page } = await visit();
    const layers: string[] = [];
    page.on('response', (reply) => {
      const [, name] = /\/portal\/map\/([\w-]+)\.json$/.exec(reply.url()) ?? [];
      if (name !== undefined) layers.push(`${name} ${reply.status()}`);
    });
    await openTripPage(page);
    await seeColour(page, OURS.land);
    // The smaller roads come when they can be seen.
    await page.click('#example-rush');
    await expect.poll(() => layers.toSorted()).toEqual(LAYERS);
    await seeColour(page, OURS.route);
    expect(style.requests).toHaveLength(before);
  });
});

const BROKEN: readonly FakeAnswer[] = [
  { status: 503 },
  { body: '{"version":8,"sources":{},"layers":[]}' },
  { body: '{"version":7}', headers: { 'access-control-allow-origin': '*' } },
];

/** What the bundled map is drawn from, with the status of each answer. */
const LAYERS = ['built-up', 'land', 'places', 'roads-local', 'roads-main', 'water'].map(
  (name) => `${name} 200`,
);

/** Colours of the bundled map by day. Source: portal/js/map/palette.js. */
const OURS = {
  land: [0xf5, 0xf3, 0xec],
  route: [0x0b, 0x64, 0x78],
  quay: [0x2d, 0x7f, 0xae],
} as const;

/** What the style and all that it names are fetched by. */
const PARTS = [
  STYLE_PATH,
  '/tiles.json',
  expect.stringMatching(/^\/tiles\/\d+\/\d+\/\d+\.pbf$/),
  expect.stringMatching(/^\/sprite.*\.json$/),
  expect.stringMatching(/^\/sprite.*\.png$/),
  '/fonts/Own/0-255.pbf',
];

const seeColour = (page: Page, colour: Rgb) =>
  expect.poll(() => showsColour(page, '#map', colour)).toBe(true);

/** A visitor whose page may ask the server of the style, too. */
async function visitMap({ browser, address }: Stage) {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'nb-NO',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  // Vitest ends a wait that is too long.
  context.setDefaultTimeout(0);
  const { listProblems, forget } = watch(context, address);
  const isMeant = (problem: string) => problem.startsWith(`asked ${style.url}/`);
  return {
    context,
    page: await context.newPage(),
    forget,
    listProblems: () => listProblems().filter((problem) => !isMeant(problem)),
  };
}

/** Addresses that the map could not load, as it tells the console; the list grows. */
function listFailed(context: BrowserContext): readonly string[] {
  const urls: string[] = [];
  context.on('console', async (message) => {
    const url = await urlOf(message).catch(ignoreThatThePageIsGone);
    if (typeof url === 'string') urls.push(url);
  });
  return urls;
}

async function urlOf(message: ConsoleMessage): Promise<unknown> {
  const url = await message.args()[0]?.getProperty('url');
  return url?.jsonValue();
}

const ignoreThatThePageIsGone = () => undefined;

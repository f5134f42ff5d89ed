/** A running server per file, a browser per worker, and watched visitors. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { deskOf } from '../desk.ts';
import type { Settings } from '../launched-file.ts';
import { homeWithNetwork, startServer } from '../server.ts';
import { drawLittle } from './draw-little.ts';
import { openBrowser } from './open-browser.ts';
import { openTripPage } from './trip-page.ts';
import { type Watch, watch } from './watch.ts';

/** The server that the tests of a file share. */
export interface Stage {
  readonly address: string;
  readonly browser: Browser;
  readonly settings: Settings;
  /** The bundled map is drawn in full. */
  readonly isMapWhole: boolean;
  /** The links to sign in that the server has logged, the newest last. */
  links(): readonly string[];
  /** Runs `veipris` over the database of the server. */
  ask(...args: readonly string[]): Promise<string>;
}

/** A browser context of its own, without cookies at first. */
export interface Visitor extends Watch {
  readonly page: Page;
  readonly context: BrowserContext;
}

export type Visit = (options?: BrowserContextOptions) => Promise<Visitor>;

/** Longer than any step takes on a busy machine. */
const PATIENCE_MS = 60_000;

async function openVisitor(
  { browser, address, isMapWhole }: Stage,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: address,
    locale: 'nb-NO',
    timezoneId: 'Europe/Oslo',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(PATIENCE_MS);
  if (!isMapWhole) await drawLittle(context);
  return { ...watch(context, address), context, page: await context.newPage() };
}

/** A `test` of Vitest with a browser that the files of a worker share. */
export const browserTest = base.extend<{ $worker: { browser: Browser } }>({
  browser: [
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing is needed.
    async ({}, use) => {
      const browser = await openBrowser();
      await use(browser);
      await browser.close();
    },
    { scope: 'worker' },
  ],
});

/**
 * A `test` of Vitest with `stage`, `visit` and `trips`. A test fails when a visitor's page did something that `watch`
 * does not allow.
 *
 * `trips` has the page of trips, opened once for the file on a large screen. A test finds it without a trip, and the
 * rest as the test before has left it. So it begins with an example, which sets the whole form.
 *
 * @param settings the settings of the server, beside a home of its own.
 * @param how `isMapWhole`: the bundled map is drawn in full; absent: `drawLittle`.
 */
export function testOnStage(settings: Settings = {}, { isMapWhole = false } = {}) {
  return browserTest.extend<{
    $file: { stage: Stage; regular: Visitor };
    $test: { visit: Visit; trips: Visitor };
  }>({
    stage: [
      async ({ browser }, use) => {
        const ends: (() => Promise<void>)[] = [];
        const atEnd = (work: () => Promise<void>) => void ends.unshift(work);
        const own = { VEIPRIS_HOME: await homeWithNetwork(atEnd), ...settings };
        const server = await startServer(own, atEnd);
        const desk = deskOf(own);
        await use({
          address: server.address,
          browser,
          settings: own,
          isMapWhole,
          ask: desk.ask,
          links: () => server.printed().match(/http[^"\s]+#token=[\w-]+(?=["\s])/g) ?? [],
        });
        for (const end of ends) await end();
      },
      { scope: 'file' },
    ],
    regular: [
      async ({ stage }, use) => {
        const visitor = await openVisitor(stage, { viewport: { width: 1440, height: 900 } });
        await openTripPage(visitor.page);
        await use(visitor);
        await visitor.context.close();
      },
      { scope: 'file' },
    ],
    trips: async ({ regular }, use) => {
      await regular.page.evaluate(`location.hash = ''`);
      await use(regular);
      const problems = regular.listProblems();
      regular.forget();
      await regular.page.unrouteAll({ behavior: 'ignoreErrors' });
      expect(problems).toEqual([]);
    },
    visit: async ({ stage }, use) => {
      const visitors: Visitor[] = [];
      await use(async (options) => {
        const visitor = await openVisitor(stage, options);
        visitors.push(visitor);
        return visitor;
      });
      const problems = visitors.flatMap((visitor) => visitor.listProblems());
      await Promise.all(visitors.map(({ context }) => context.close()));
      expect(problems).toEqual([]);
    },
  });
}

/** A running server and a browser, one of each per file, and visitors that are watched. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test as base, expect } from 'vitest';
import { deskOf } from '../desk.ts';
import { homeWithNetwork, type Settings, startServer } from '../server.ts';
import { openBrowser } from './open-browser.ts';
import { type Watch, watch } from './watch.ts';

/** The server that the tests of a file share. */
export interface Stage {
  readonly address: string;
  readonly browser: Browser;
  readonly settings: Settings;
  /** The links to sign in that the server has logged, the newest last. */
  links(): readonly string[];
  /** Runs `veipris` over the database of the server. */
  ask(...args: readonly string[]): Promise<string>;
}

/** A browser of its own, without cookies at first. */
export interface Visitor extends Watch {
  readonly page: Page;
  readonly context: BrowserContext;
}

export type Visit = (options?: BrowserContextOptions) => Promise<Visitor>;

/** Longer than anything takes on a machine that does much else. */
const PATIENCE_MS = 60_000;

/**
 * A `test` of Vitest with `stage` and `visit`. It fails when a visitor's page did what `watch`
 * does not allow.
 *
 * @param settings of the server, beside a home of its own.
 */
export function testOnStage(settings: Settings = {}) {
  return base.extend<{ $file: { stage: Stage }; $test: { visit: Visit } }>({
    stage: [
      // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it that nothing is needed.
      async ({}, use) => {
        const ends: (() => Promise<void>)[] = [];
        const atEnd = (work: () => Promise<void>) => void ends.unshift(work);
        const own = { VEIPRIS_HOME: await homeWithNetwork(atEnd), ...settings };
        const [server, browser] = await Promise.all([startServer(own, atEnd), openBrowser()]);
        atEnd(() => browser.close());
        const desk = deskOf(own);
        await use({
          address: server.address,
          browser,
          settings: own,
          ask: desk.ask,
          links: () => server.printed().match(/http[^"\s]+#token=[\w-]+(?=["\s])/g) ?? [],
        });
        for (const end of ends) await end();
      },
      { scope: 'file' },
    ],
    visit: async ({ stage }, use) => {
      const visitors: Visitor[] = [];
      await use(async (options = {}) => {
        const context = await stage.browser.newContext({
          baseURL: stage.address,
          locale: 'nb-NO',
          timezoneId: 'Europe/Oslo',
          reducedMotion: 'reduce',
          ...options,
        });
        context.setDefaultTimeout(PATIENCE_MS);
        const watched = watch(context, stage.address);
        const visitor = { ...watched, context, page: await context.newPage() };
        visitors.push(visitor);
        return visitor;
      });
      const problems = visitors.flatMap((visitor) => visitor.listProblems());
      await Promise.all(visitors.map(({ context }) => context.close()));
      expect(problems).toEqual([]);
    },
  });
}

import type { Browser, Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import type { Services } from '../../src/http/services.ts';
import { NOW } from '../support/app.ts';
import { drawLittle } from '../support/browser/draw-little.ts';
import { findBrowser } from '../support/browser/find-browser.ts';
import { browserTest as test } from '../support/browser/stage.ts';
import { openTripPage } from '../support/browser/trip-page.ts';
import { watch } from '../support/browser/watch.ts';
import { portalScene } from '../support/portal-scene.ts';

const SENTENCES = {
  nb: {
    overloaded: 'Tjenesten er opptatt akkurat nå. Prøv igjen om litt.',
    quota: 'Dagens kall er brukt opp. Nye kall kl. 00:00.',
    limited: 'For mange forsøk. Prøv igjen om 2 min.',
  },
  en: {
    overloaded: 'The service is busy right now. Try again in a moment.',
    quota: 'The calls of the day are used up. New ones at 00:00.',
    limited: 'Too many attempts. Try again in 2 min.',
  },
} as const;

describe.skipIf(findBrowser() === undefined)('what the demo says when a trip is refused', () => {
  test('503 while there is too much to do, and trying again', async ({ browser }) => {
    let waitS: number | undefined = 7;
    const { page, listProblems } = await openDemo(browser, { retryAfterS: () => waitS });
    await seeRefusals(page, 'overloaded', [503, '7']);
    waitS = undefined;
    const answer = await askTrip(page, '#retry');
    // The refusals were not counted.
    expect([answer.status(), answer.headers()['x-api-quota-remaining']]).toEqual([200, '99']);
    await page.waitForSelector('#price-state');
    expect(listProblems()).toEqual(Array(2).fill(expect.stringMatching(/^503 of .*\/trip/)));
  });

  test('429 when the demo of the day is used up', async ({ browser }) => {
    const { app, page, listProblems } = await openDemo(browser);
    const trip = '/portal/api/trip?from=59.91,10.75&to=60.39,5.32';
    for (let call = 0; call < 100; call++) await app.inject(trip);
    await seeRefusals(page, 'quota', [429, '43200']);
    await page.waitForSelector('#receipt a[href="/portal/sign-in.html"]');
    expect(listProblems()).toEqual(Array(2).fill(expect.stringMatching(/^429 of .*\/trip/)));
  });

  test('429 to who asks too often', async ({ browser }) => {
    const answerRoute = async () => {
      throw new Fault('rate_limited', undefined, { retryAfterS: 100 });
    };
    const { page, listProblems } = await openDemo(browser, { answerRoute });
    await seeRefusals(page, 'limited', [429, '100']);
    expect(listProblems()).toEqual(Array(2).fill(expect.stringMatching(/^429 of .*\/trip/)));
  });
});

/** The page of trips at a server with an open demo, on whose day the browser goes, too. */
async function openDemo(browser: Browser, parts: Partial<Services> = {}) {
  const { app } = await portalScene({ portal: { publicDemo: true }, parts });
  const baseURL = await app.listen({ port: 0, host: '127.0.0.1' });
  const context = await browser.newContext({ baseURL, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  // Vitest ends a wait that is too long.
  context.setDefaultTimeout(0);
  await drawLittle(context);
  await context.clock.setFixedTime(NOW);
  const { listProblems } = watch(context, baseURL);
  const page = await context.newPage();
  await openTripPage(page);
  return { app, page, listProblems };
}

/** Asks for a trip in each language, and sees how it is refused. @param told status and `Retry-After`. */
async function seeRefusals(
  page: Page,
  name: keyof typeof SENTENCES.nb,
  told: readonly [number, string],
) {
  for (const language of ['nb', 'en'] as const) {
    await page.click(`#language-${language}`);
    await page.waitForSelector(`html[lang=${language}]`);
    // What was told in the first language is told again.
    if (language === 'en') await seeSentence(page, SENTENCES[language][name]);
    const refusal = await askTrip(page, language === 'nb' ? '#example-rush' : '#retry');
    expect([refusal.status(), refusal.headers()['retry-after']]).toEqual(told);
    await seeSentence(page, SENTENCES[language][name]);
  }
}

/** Asks for a trip, and gives the first answer. */
async function askTrip(page: Page, button: string) {
  const [reply] = await Promise.all([page.waitForResponse(/\/trip\?/), page.click(button)]);
  return reply;
}

/** The sentence is all that is told. */
const seeSentence = (page: Page, sentence: string) =>
  expect
    .poll(async () => (await page.locator('#price-error').allInnerTexts()).map(toPlainSpaces))
    .toEqual([sentence]);

const toPlainSpaces = (text: string) => text.replaceAll('\u00a0', ' ');

import { describe, expect, test, vi } from 'vitest';
import { holdAgainst } from '../../src/answer/answer-reconcile.ts';
import { Fault } from '../../src/base/fault.ts';
import { fromNok } from '../../src/base/nok.ts';
import type { PortalServices } from '../../src/http/services.ts';
import { readStatement } from '../../src/statement/read-statement.ts';
import { quotaOf } from '../support/metered-app.ts';
import { portalScene } from '../support/portal-scene.ts';

const URL = '/portal/api/statement';
const FILE = 'Dato;Bomstasjon;Beløp\n20.11.2026 07:45;Nord;41,00\n';
const statement = Buffer.from(FILE).toString('base64');
const FOUND = {
  findings: [
    {
      kind: 'other-amount',
      line: 2,
      atMs: Date.parse('2026-11-20T07:45:00+01:00'),
      station: 'Nord',
      billedOre: fromNok(41),
      expectedOre: fromNok(40),
      estimated: false,
      reason: 'Because.',
    },
  ],
  rows: 1,
  vehicles: 1,
  credits: { settled: { lines: 0, ore: 0 }, earlier: { lines: 0, ore: 0 } },
  otherPlates: { lines: 0, ore: 0 },
  unpriced: 0,
  columns: { time: 'Dato', station: 'Bomstasjon', amount: 'Beløp' },
  leftOut: {
    lines: 1,
    ore: fromNok(65),
    reasons: [{ reason: 'no-moment', lines: 1, firstLine: 9, ore: fromNok(65) }],
  },
  paidBackOre: 0,
  isDayFirst: false,
  undecided: 0,
  billedOre: fromNok(41),
  expectedOre: fromNok(40),
} as const;

const scene = async (portal: { publicDemo?: boolean } = {}) => {
  const checkStatement = vi.fn<PortalServices['checkStatement']>(async () => FOUND);
  return { ...(await portalScene({ portal: { ...portal, checkStatement } })), checkStatement };
};
const drive = { from: '59.91372,10.71', to: '59.8,10.8', startTime: '2026-11-20T07:45:00+01:00' };

describe('a statement', () => {
  test('is checked with its columns, vehicle and drives, and counts a call for each drive', async () => {
    const { openBrowser, checkStatement } = await scene();
    const browser = openBrowser();
    await browser.signIn();
    const columns = { amount: 'Kr', plate: 'Bil', vat: 'Avgift' };
    const drives = [drive, { ...drive, return: true }];
    const body = { statement, columns, vehicle: { fuel: 'electric' }, drives };
    const reply = await browser.post(URL, body);
    expect([reply.statusCode, quotaOf(reply)]).toEqual([200, '500/497']);
    expect(reply.headers['cache-control']).toContain('no-store');
    expect(reply.json()).toMatchObject({
      rows: 1,
      differenceNok: 1,
      columns: FOUND.columns,
      leftOut: {
        lines: 1,
        nok: 65,
        reasons: [{ reason: 'no-moment', lines: 1, firstLine: 9, nok: 65 }],
      },
      findings: [{ line: 2, at: '2026-11-20T07:45:00+01:00', billedNok: 41, expectedNok: 40 }],
    });
    expect(checkStatement).toHaveBeenCalledWith(
      Buffer.from(FILE),
      columns,
      expect.objectContaining({
        asked: expect.anything(),
        request: expect.objectContaining({ drives: [expect.anything(), expect.anything()] }),
      }),
      { signal: expect.anything(), account: expect.any(String) },
    );
    expect(quotaOf(await browser.post(URL, { statement }))).toBe('500/496');
  });

  test('stands in no line of the log, and neither do the drives', async () => {
    const { openBrowser, lines } = await scene();
    const browser = openBrowser();
    await browser.signIn();
    await browser.post(URL, { statement, drives: [drive], vehicle: { plate: 'QQ10001' } });
    await browser.post(URL, { statement, drives: [{ ...drive, from: 'nowhere at all' }] });
    expect(lines.join('')).toContain(URL);
    expect(lines.join('')).not.toMatch(/Nord|41,00|QQ10001|59\.91372|nowhere|RGF0bztC/);
  });

  test.each([
    ['without a statement', {}],
    ['with a member that is not read', { statement, plate: 'QQ10001' }],
    ['with a column that there is none of', { statement, columns: { colour: 'Farge' } }],
    ['with a column of a very long name', { statement, columns: { time: 'T'.repeat(201) } }],
    ['with a drive of no kind', { statement, drives: [{}] }],
  ])('%s is 400', async (_, body) => {
    const { openBrowser } = await scene();
    const browser = openBrowser();
    await browser.signIn();
    expect((await browser.post(URL, body)).statusCode).toBe(400);
  });

  test.each([
    ['that is no table', 'tid;sted', {}, {}, 'statement'],
    ['with a line that can not be read', FILE.replace('20.11', '31.11'), {}, {}, 'statement[2]'],
    ['without a column that is named', FILE, { plate: 'Regnr' }, {}, 'columns.plate'],
    [
      'of another vehicle than that of the question',
      'Dato;Bomstasjon;Beløp;Regnr\n20.11.2026 07:45;Nord;41,00;QQ10002\n',
      {},
      { plate: 'QQ10001' },
      'plate',
    ],
  ])('%s is refused as the member that it is', async (_, file, columns, vehicle, parameter) => {
    const { openBrowser, checkStatement } = await scene();
    checkStatement.mockImplementationOnce(async (bytes, given, question) => {
      holdAgainst(readStatement(bytes, given), question);
      return FOUND;
    });
    const browser = openBrowser();
    await browser.signIn();
    const sent = { statement: Buffer.from(file).toString('base64'), columns, vehicle };
    expect((await browser.post(URL, sent)).json()).toMatchObject({
      code: 'invalid_parameter',
      parameter,
    });
  });

  test.each([
    [
      'that is no base64 says so',
      'tid;sted;beløp',
      'It is no table.',
      'statement must be a file in base64.',
    ],
    [
      'of blanks before what is none says so, however many there are',
      `A${' '.repeat(400_000)}!`,
      'It is no table.',
      'statement must be a file in base64.',
    ],
    ['that is empty says so', '', 'It is no table.', 'statement must be a file in base64.'],
  ])('%s', async (_, sent, thrown, message) => {
    const { openBrowser, checkStatement } = await scene();
    checkStatement.mockRejectedValueOnce(new Fault('invalid_parameter', thrown));
    const browser = openBrowser();
    await browser.signIn();
    expect((await browser.post(URL, { statement: sent })).json()).toMatchObject({
      parameter: 'statement',
      message,
    });
  });

  test('that is too large is refused before it is read', async () => {
    const { openBrowser, checkStatement } = await scene();
    const browser = openBrowser();
    await browser.signIn();
    expect((await browser.post(URL, { statement: 'A'.repeat(500_001) })).statusCode).toBe(413);
    expect(checkStatement).not.toHaveBeenCalled();
  });

  test('of somebody who is not signed in needs the demo and a page of ours, and each drive is a call of the demo', async () => {
    const ask = (body: object, headers = {}) => ({
      method: 'POST' as const,
      url: URL,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    const closed = await scene();
    const elsewhere = { host: 'veipris.example.no' };
    expect((await closed.app.inject(ask({ statement }, elsewhere))).statusCode).toBe(401);
    const { app } = await scene({ publicDemo: true });
    expect(quotaOf(await app.inject(ask({ statement })))).toBe('100/99');
    const driven = (drives: number) =>
      app.inject(ask({ statement, drives: Array.from({ length: drives }, () => drive) }));
    expect(quotaOf(await driven(60))).toBe('100/39');
    const refused = await driven(41);
    expect([refused.statusCode, refused.json().message]).toEqual([
      429,
      "This question counts as 41 calls, and today's demo has fewer left of its 100. Sign in for more; a new day begins at midnight Norwegian time.",
    ]);
    expect(quotaOf(await driven(38))).toBe('100/0');
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    expect((await app.inject(ask({ statement }, crossSite))).statusCode).toBe(403);
    const typed = { 'content-type': 'text/plain' };
    expect((await app.inject(ask({ statement }, typed))).statusCode).toBeGreaterThanOrEqual(400);
  });
});

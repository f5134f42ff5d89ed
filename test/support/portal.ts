/** The portal over an account in memory; the tests of the portal use a real database. */
import type { PortalServices } from '../../src/http/services.ts';
import { openPortalFiles } from '../../src/service/portal.ts';
import { LIMITS, PLANS } from './accounts.ts';

const never = () => Promise.reject(new Error('Expected no test to ask the portal here.'));

/** A portal with its pages, which answers nothing about accounts. */
export const CLOSED_PORTAL: PortalServices = {
  publicDemo: false,
  demoPlates: [],
  searchesAddresses: false,
  version: '0.0.0',
  attribution: '© test',
  plans: PLANS,
  limits: LIMITS,
  signIn: { ask: never, redeem: never, isKnown: never, forgetOthers: never },
  sessions: { open: never, identify: async () => undefined, end: never, endAll: never },
  visits: { take: never, giveBack: never },
  accounts: { requestPlan: never, findPlanRequest: never },
  keys: {
    addWithin: never,
    findById: never,
    list: never,
    revoke: never,
    rotate: never,
  },
  usage: { list: never, listByKey: never, listRecent: never },
  quota: { getUsed: never },
  audit: { list: never },
  checkStatement: never,
  findFile: openPortalFiles(),
};

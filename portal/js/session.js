// @ts-check
import { ask, setCsrf } from './api.js';
import { byId } from './dom.js';

/**
 * @typedef {object} Account
 * @property {string} email
 * @property {string} plan
 * @property {string} subscription
 * @property {number} dailyLimit
 *
 * @typedef {object} Config
 * @property {boolean} publicDemo trips can be priced without signing in.
 * @property {boolean} mail false: sign-in links stand in the log of the server.
 * @property {string | null} mapStyleUrl
 * @property {string | null} dataVersion
 * @property {string} attribution
 * @property {readonly DemoPlate[]} demoPlates invented vehicles; `[]` where a register is asked.
 * @property {boolean} searchesAddresses streets and addresses are looked up.
 *
 * @typedef {{ plate: string, about: string }} DemoPlate
 */

/**
 * The account that is signed in.
 *
 * @returns {Promise<Account | undefined>} `undefined` when nobody is.
 * @throws ApiError
 */
export async function findAccount() {
  const { body } = await ask('GET', 'session');
  setCsrf(body.csrf);
  return body.account ?? undefined;
}

/**
 * What the server is set up for, and who is signed in; others are invited where the demo is not open to them.
 *
 * @returns {Promise<{ config: Config, account: Account | undefined, isAllowed: boolean }>} `isAllowed`: trips may be priced.
 * @throws ApiError
 */
export async function arrive() {
  const [config, account] = await Promise.all([loadConfig(), findAccount()]);
  const isAllowed = config.publicDemo || account !== undefined;
  byId('invite', HTMLElement).hidden = isAllowed;
  return { config, account, isAllowed };
}

/**
 * What the server is set up for.
 *
 * @returns {Promise<Config>}
 * @throws ApiError
 */
async function loadConfig() {
  return (await ask('GET', 'config')).body;
}

// @ts-check
/**
 * Answers as the page reads them: in the shapes of the contract, amounts in NOK.
 *
 * @typedef {import('../../../src/client/contract.ts').BillingRoute} BilledRoute
 * @typedef {import('../../../src/client/contract.ts').JourneyDriveBill} BilledDrive
 * @typedef {import('../../../src/client/contract.ts').ChargedStation} ChargedStation
 * @typedef {import('../../../src/client/contract.ts').PossibleStation} PossibleStation
 * @typedef {import('../../../src/client/contract.ts').IdentifiedVehicle} IdentifiedVehicle
 * @typedef {import('../../../src/client/contract.ts').TraceMatch} Match how a recorded drive fits the roads.
 *
 * @typedef {Omit<BilledRoute | BilledDrive, 'distance' | 'durationMin'>} Billed a route, or a drive of a journey.
 *
 * @typedef {object} Answer
 * @property {readonly PlannedRoute[]} routes
 * @property {import('../../../src/client/contract.ts').Billing} _billing
 * @property {Match} [match] of a recorded drive.
 *
 * @typedef {object} PlannedRoute
 * @property {string} routeId
 * @property {readonly Stretch[]} features
 *
 * @typedef {object} Stretch
 * @property {'Feature'} type
 * @property {{ type: 'LineString', coordinates: [number, number][] }} geometry lon, lat.
 * @property {{ kind?: string, doubtful?: boolean }} properties `road` or `ferry`.
 *
 * @typedef {ChargedStation['proof'] | import('../../../src/client/contract.ts').FerryProof} Proof
 *
 * @typedef {object} AmountProof of a station, or of a ferry.
 * @property {string} of the member beside the proof that it proves.
 * @property {number} ore after the steps and the rule.
 * @property {import('../../../src/client/contract.ts').TariffProof} tariff the row it begins with.
 * @property {string} certainty
 * @property {readonly import('../../../src/client/contract.ts').PriceStep[]} steps
 * @property {import('../../../src/client/contract.ts').RuleProof} [rule] what the rules between passages made of it.
 */

export {};

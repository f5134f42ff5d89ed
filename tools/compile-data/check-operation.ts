/** The checks of plans, limits and vehicles that schemas can not make. */

import { PLAN_IDS, type Plan } from '../../src/account/account.ts';
import { parseInstant } from '../../src/base/oslo-time.ts';
import { VEHICLE_TYPES } from '../../src/base/vehicle.ts';
import { checkOnce, factFault } from '../../src/facts/check/check-records.ts';
import type { DataFile } from '../../src/facts/schema/data-files.ts';
import type { DemoVehicle, VehicleTypes } from '../../src/facts/schema/vehicles.ts';
import { readVehicleRecord } from '../../src/upstream/vehicle-register/read-vehicle-record.ts';
import { checkCount } from './check-count.ts';

/** @throws Error when a dearer plan does not give more, or the free plan is not free. */
export function checkPlans({ plans }: DataFile<'plans.json'>): void {
  if (plans.free.nokPerMonth !== 0) throw factFault('plans.json', 'free', 'it must cost 0 kr');
  PLAN_IDS.forEach((id, i) => {
    const before = PLAN_IDS[i - 1];
    const rule = before && judgePlan(plans[id], plans[before]);
    if (rule !== undefined)
      throw factFault('plans.json', id, `it must ${rule} than the plan ${before}`);
  });
}

/** The rule that a plan breaks beside the previous one; a plan without a public price is the dearest. */
function judgePlan(dearer: Plan, cheaper: Plan): string | undefined {
  const priceOf = ({ nokPerMonth }: Plan) => nokPerMonth ?? Number.POSITIVE_INFINITY;
  if (priceOf(dearer) <= priceOf(cheaper)) return 'cost more';
  return dearer.callsPerDay <= cheaper.callsPerDay ? 'give more calls' : undefined;
}

/** @throws Error when the limits let one address block the sign-in links of a mailbox for its owner. */
export function checkAccountLimits({ visits }: DataFile<'account-limits.json'>): void {
  const ofMailbox = Math.min(...visits['link-for-mailbox'].map(({ most }) => most));
  if (visits['link-for-pair'].some(({ most }) => most >= ofMailbox))
    throw factFault(
      'account-limits.json',
      'link-for-pair',
      'it must be less than what a mailbox is sent',
    );
}

/** @throws Error when a trip has no departure time, or no known cost. */
export function checkSelfTest({ trips }: DataFile<'self-test.json'>): void {
  for (const { name, startTime, tollNok, ferryNok } of trips) {
    const fault = (rule: string) => factFault('self-test.json', name, rule);
    if (parseInstant(startTime) === undefined) throw fault('startTime must be a date-time');
    if (tollNok + ferryNok === 0) throw fault('a trip that costs nothing tests nothing');
  }
}

/** @throws Error when a type is missing or there twice. */
export function checkVehicleTypes({ types }: VehicleTypes): void {
  const file = 'vehicle-types.json';
  checkOnce(
    file,
    'the type',
    types.map(({ type }) => type),
  );
  const missing = VEHICLE_TYPES.find((type) => !types.some((rule) => rule.type === type));
  if (missing !== undefined) throw factFault(file, missing, 'it has no record');
}

/** @throws Error when the rates are not in order, or leave days out between them. */
export function checkAllowance({ meta, rates }: DataFile<'travel-allowance.json'>): void {
  const file = 'travel-allowance.json';
  checkCount(file, meta, { rates });
  for (const [i, { from }] of rates.entries())
    if (i > 0 && rates[i - 1]?.until !== from)
      throw factFault(file, from, 'it does not begin where the one before it ends');
}

const VEHICLES = 'demo-vehicles.json';

/** @throws Error when a vehicle could be a real one, or its record tells too little. */
export function checkDemoVehicles({ meta, vehicles }: DataFile<'demo-vehicles.json'>): void {
  checkCount(VEHICLES, meta, { vehicles });
  checkOnce(
    VEHICLES,
    'the plate',
    vehicles.flatMap(({ plates }) => plates),
  );
  vehicles.forEach(checkVehicle);
}

/** The case of a record that intentionally has almost no facts. */
const SPARSE = 'sparse';

function checkVehicle(vehicle: DemoVehicle): void {
  const { case: name, plates, response } = vehicle;
  const written = listPlates(response);
  const unwritten = plates.find((plate) => !written.includes(plate));
  if (unwritten !== undefined)
    throw factFault(VEHICLES, name, `the plate ${unwritten} does not stand in its record`);
  const unnamed = written.find((plate) => !plates.includes(plate));
  if (unnamed !== undefined)
    throw factFault(
      VEHICLES,
      name,
      `its record has the plate ${unnamed}, which is not named as invented`,
    );
  const { technicalCode, weightKg, fuel } = readVehicleRecord(JSON.stringify(response));
  if (name !== SPARSE && [technicalCode, weightKg, fuel].includes(undefined))
    throw factFault(VEHICLES, name, 'its record does not tell category, weight and fuel');
}

function listPlates({ kjoretoydataListe: [record] }: DemoVehicle['response']): string[] {
  const written = [record.kjoretoyId, ...(record.kjennemerke ?? [])];
  return written.flatMap(({ kjennemerke }) => kjennemerke?.replace(/\s/g, '') ?? []);
}

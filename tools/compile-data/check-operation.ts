/** What schemas cannot check of the plans, the limits and the vehicles. */

import { PLAN_IDS, type Plan, VISIT_KINDS, type VisitKind } from '../../src/account/account.ts';
import { parseInstant } from '../../src/base/parse-instant.ts';
import { VEHICLE_TYPES } from '../../src/base/vehicle.ts';
import { checkCount, checkOnce, factFault } from '../../src/facts/check/check-records.ts';
import type { DataFile } from '../../src/facts/schema/data-files.ts';
import { type PlanRecord, RENEWAL_LIMITS } from '../../src/facts/schema/operation.ts';
import type { DemoVehicle, VehicleTypes } from '../../src/facts/schema/vehicles.ts';
import { readVehicleRecord } from '../../src/upstream/vehicle-register/read-vehicle-record.ts';

/** @throws Error when a plan is missing or there twice, or when a dearer plan does not give more. */
export function checkPlans({ plans }: DataFile<'plans.json'>): void {
  const planOf = (wanted: Plan['id']): PlanRecord => {
    const [plan, second] = plans.filter(({ id }) => id === wanted);
    if (plan === undefined || second !== undefined)
      throw new Error(`plans.json must have the plan "${wanted}" once.`);
    return plan;
  };
  const [free, ...dearer] = PLAN_IDS.map(planOf);
  if (free?.nokPerMonth !== 0) throw factFault('plans.json', 'free', 'it must cost 0 kr');
  let cheaper = free;
  for (const plan of dearer) {
    checkGivesMore(plan, cheaper);
    cheaper = plan;
  }
}

/** A plan without a public price is the dearest. */
function checkGivesMore(dearer: PlanRecord, cheaper: PlanRecord): void {
  const priceOf = ({ nokPerMonth }: PlanRecord) => nokPerMonth ?? Number.POSITIVE_INFINITY;
  const fault = (rule: string) => factFault('plans.json', dearer.id, rule);
  if (priceOf(dearer) <= priceOf(cheaper))
    throw fault(`it must cost more than the plan ${cheaper.id}`);
  if (dearer.callsPerDay <= cheaper.callsPerDay)
    throw fault(`it must give more calls than the plan ${cheaper.id}`);
}

/** @throws Error when a kind is missing, or when one mailbox could be closed to its owner from one address. */
export function checkAccountLimits({ visits }: DataFile<'account-limits.json'>): void {
  const file = 'account-limits.json';
  const termsOf = (kind: VisitKind) => visits.filter((visit) => visit.kind === kind);
  for (const kind of VISIT_KINDS) {
    const terms = termsOf(kind);
    if (terms.length === 0) throw factFault(file, 'visits', `there must be a ${kind}`);
    if (new Set(terms.map(({ per }) => per)).size < terms.length)
      throw factFault(file, kind, 'an hour or a day stands there twice');
  }
  const ofMailbox = Math.min(...termsOf('link-for-mailbox').map(({ most }) => most));
  if (termsOf('link-for-pair').some(({ most }) => most >= ofMailbox))
    throw factFault(file, 'link-for-pair', 'it must be less than what a mailbox is sent');
}

/** @throws Error when a trip tells no moment, or nothing of what it costs. */
export function checkSelfTest({ trips }: DataFile<'self-test.json'>): void {
  for (const { name, startTime, tollNok, ferryNok } of trips) {
    const fault = (rule: string) => factFault('self-test.json', name, rule);
    if (parseInstant(startTime) === undefined) throw fault('startTime must be a date-time');
    if (tollNok + ferryNok === 0) throw fault('a trip that costs nothing tests nothing');
  }
}

/** @throws Error when a limit is missing or there twice, or lets everything or nothing pass. */
export function checkRenewalLimits({ limits }: DataFile<'renewal.json'>): void {
  const file = 'renewal.json';
  checkOnce(
    file,
    'the limit',
    limits.map(({ name }) => name),
  );
  const missing = Object.keys(RENEWAL_LIMITS).find(
    (name) => !limits.some((row) => row.name === name),
  );
  if (missing !== undefined) throw new Error(`${file}: the limit ${missing} is missing.`);
  for (const { name, value } of limits) {
    const [least, most] = RENEWAL_LIMITS[name];
    if (value < least || value > most)
      throw factFault(file, name, `${value} does not lie between ${least} and ${most}`);
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

/** The case of a record that is meant to tell next to nothing. */
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

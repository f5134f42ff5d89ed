// @ts-check
/** The bill of a route as a receipt shows it: lines in whole øre, and whether they add up. */

/** @typedef {import('./answer.js').Billed} Billed */
/** @typedef {import('./answer.js').ChargedStation} ChargedStation */
/** @typedef {import('./answer.js').AmountProof} AmountProof */

/**
 * How the toll is paid; `vehicle` is the price of the vehicle that was asked for.
 *
 * @typedef {'small' | 'smallNoDiscount' | 'large' | 'largeNoDiscount' | 'vehicle'} TollView
 * @typedef {'nok' | 'evNok' | 'autopassNok' | 'vehicleNok'} FerryView
 */

/** @type {Record<Exclude<TollView, 'vehicle'>, [keyof Billed, 'smallNok' | 'smallNoDiscountNok' | 'largeNok' | 'largeNoDiscountNok']>} */
const SUMS = {
  small: ['tollSmall', 'smallNok'],
  smallNoDiscount: ['tollSmallNoDiscount', 'smallNoDiscountNok'],
  large: ['tollLarge', 'largeNok'],
  largeNoDiscount: ['tollLargeNoDiscount', 'largeNoDiscountNok'],
};

/** @type {Record<Exclude<FerryView, 'vehicleNok'>, keyof Billed>} */
const FERRY_SUMS = { nok: 'ferryNok', evNok: 'ferryNokEv', autopassNok: 'ferryNokAutopass' };

/**
 * Kroner with at most two decimals to whole øre.
 *
 * @param {number} nok
 */
export function toOre(nok) {
  return Math.round(nok * 100);
}

/**
 * The toll that the answer itself states for a way to pay.
 *
 * @param {Billed} route
 * @param {TollView} view
 */
export function tollOre(route, view) {
  if (view === 'vehicle') return toOre(route.vehicle?.tollNok ?? 0);
  return toOre(Number(route[SUMS[view][0]]));
}

/**
 * @param {Billed} route
 * @param {FerryView} view
 */
export function ferryOre(route, view) {
  if (view === 'vehicleNok') return toOre(route.vehicle?.ferryNok ?? 0);
  return toOre(Number(route[FERRY_SUMS[view]]));
}

/**
 * What one station takes for a way to pay.
 *
 * @param {Pick<ChargedStation, 'vehicleNok'> & Partial<Record<'smallNok' | 'smallNoDiscountNok' | 'largeNok' | 'largeNoDiscountNok', number>>} station
 * @param {TollView} view
 * @returns {number | undefined} `undefined` when nobody knows what the vehicle pays.
 */
export function stationOre(station, view) {
  if (view === 'vehicle')
    return station.vehicleNok === undefined ? undefined : toOre(station.vehicleNok);
  return toOre(Number(station[SUMS[view][1]]));
}

/**
 * Why a station takes what it takes, in the words of the API, and two of our own; the rule where one
 * makes it free.
 *
 * @param {ChargedStation} station
 * @param {TollView} view
 */
function stationReason(station, view) {
  if (view === 'vehicle' && station.vehicleNok === undefined) return 'unpriced';
  if (stationOre(station, view) === 0 && station.rule !== undefined) return station.rule;
  return view === 'vehicle' && station.vehicleNok === 0 ? 'vehicle-free' : station.reason;
}

/**
 * One stop of the drive that has, or could have had, a price.
 *
 * @typedef {object} BillLine
 * @property {'charged' | 'free' | 'unpriced'} kind `free`: passed and not paid for.
 * @property {string} id
 * @property {string} name
 * @property {number} lat
 * @property {number} lon
 * @property {string} passedAt ISO 8601.
 * @property {number | undefined} amountOre `undefined` when nobody publishes it.
 * @property {string} reason why it costs that, in the words of the API.
 * @property {string | undefined} paidAtName the station that paid for this one.
 * @property {boolean} estimated not published for the vehicle that was asked for.
 * @property {AmountProof | undefined} proof how the amount comes about; absent before it is exact.
 */

/**
 * @typedef {object} FerryLine
 * @property {string} name
 * @property {number | undefined} amountOre `undefined`: the caller must price it.
 * @property {boolean} estimated
 * @property {string} tariff
 * @property {AmountProof | undefined} proof
 *
 * @typedef {object} Bill
 * @property {readonly BillLine[]} tolls in travel order.
 * @property {readonly FerryLine[]} ferries
 * @property {number} tollOre
 * @property {number} ferryOre
 * @property {number} totalOre
 * @property {boolean} addsUp the lines add up to the sums of the answer, to the øre.
 * @property {boolean} complete false: a price is unknown, and the total is a lower bound.
 */

/**
 * @param {Billed} route
 * @param {TollView} view
 * @param {FerryView} ferryView
 * @returns {Bill}
 */
export function toBill(route, view, ferryView) {
  const tolls = tollLines(route, view);
  const ferries = ferryLines(route, ferryView);
  const tollSumOre = tollOre(route, view);
  const ferrySumOre = ferryOre(route, ferryView);
  return {
    tolls,
    ferries,
    tollOre: tollSumOre,
    ferryOre: ferrySumOre,
    totalOre: tollSumOre + ferrySumOre,
    addsUp: sumOre(tolls) === tollSumOre && sumOre(ferries) === ferrySumOre,
    complete: [...tolls, ...ferries].every((line) => line.amountOre !== undefined),
  };
}

/**
 * @param {Billed} route
 * @param {TollView} view
 * @returns {BillLine[]}
 */
function tollLines(route, view) {
  const names = new Map(route.chargedStations.map(({ id, name }) => [id, name]));
  /** @type {BillLine[]} */
  const lines = route.chargedStations.map((station) => {
    const amountOre = stationOre(station, view);
    const estimated = view === 'vehicle' && station.vehicleEstimated === true;
    const reason = stationReason(station, view);
    const paidAtName = reason === station.rule ? names.get(station.paidAt ?? '') : undefined;
    const proof = proofOf(station.proof, memberOf(view));
    const kind = kindOf(amountOre);
    return { ...common(station), kind, amountOre, reason, paidAtName, estimated, proof };
  });
  for (const passage of route.freePassages) {
    const paidAtName = names.get(passage.paidAt ?? '');
    lines.push({
      ...common(passage),
      kind: 'free',
      amountOre: 0,
      reason: passage.rule,
      paidAtName,
      proof: proofOf(passage.proof, memberOf(view)),
    });
  }
  for (const station of route.unpricedStations)
    lines.push({
      ...common(station),
      kind: 'unpriced',
      amountOre: undefined,
      reason: 'unpriced',
    });
  return lines.toSorted(byPassage);
}

/** @param {Pick<ChargedStation, 'id' | 'name' | 'lat' | 'lon' | 'passedAt'>} place */
function common({ id, name, lat, lon, passedAt }) {
  const unknown = { paidAtName: undefined, estimated: false, proof: undefined };
  return { id, name, lat, lon, passedAt, ...unknown };
}

/**
 * @param {TollView} view
 * @returns {string} the member of a station that holds the amount.
 */
function memberOf(view) {
  return view === 'vehicle' ? 'vehicleNok' : SUMS[view][1];
}

/**
 * @param {import('./answer.js').Proof} proof
 * @param {string} member
 */
function proofOf(proof, member) {
  return proof?.amounts.find((amount) => amount.of === member);
}

/** @param {number | undefined} amountOre */
function kindOf(amountOre) {
  if (amountOre === undefined) return 'unpriced';
  return amountOre === 0 ? 'free' : 'charged';
}

/**
 * @param {BillLine} one
 * @param {BillLine} other
 */
function byPassage(one, other) {
  return Date.parse(one.passedAt) - Date.parse(other.passedAt);
}

/**
 * @param {Billed} route
 * @param {FerryView} view
 * @returns {FerryLine[]}
 */
function ferryLines(route, view) {
  const priced = route.ferries.map((ferry) => {
    const nok = ferry[view];
    return {
      name: ferry.name,
      amountOre: nok === undefined ? undefined : toOre(nok),
      estimated: view === 'vehicleNok' ? ferry.vehicleEstimated === true : ferry.estimated,
      tariff: ferry.tariff,
      proof: proofOf(ferry.proof, view),
    };
  });
  const unpriced = (route.ferryUnpriced ?? []).map(({ name }) => {
    return { name, amountOre: undefined, estimated: false, tariff: '', proof: undefined };
  });
  return [...priced, ...unpriced];
}

/**
 * Between what the exact toll lies: of a preliminary answer, and of a vehicle whose price is not published.
 *
 * @param {import('./answer.js').BilledRoute} route
 * @param {TollView} view
 * @param {boolean} heavy what was asked for: the answer has bounds for that size, with a tag.
 * @returns {{ minOre: number, maxOre: number } | undefined} `undefined` when the answer has none.
 */
export function tollBounds(route, view, heavy) {
  const from = view === 'vehicle' ? route.vehicle : route;
  const isAsked = view === 'vehicle' || view === (heavy ? 'large' : 'small');
  if (!isAsked || from?.tollMin === undefined || from.tollMax === undefined) return undefined;
  return { minOre: toOre(from.tollMin), maxOre: toOre(from.tollMax) };
}

/** @param {readonly { amountOre: number | undefined }[]} lines */
function sumOre(lines) {
  return lines.reduce((sum, { amountOre }) => sum + (amountOre ?? 0), 0);
}

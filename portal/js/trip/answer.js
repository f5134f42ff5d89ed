// @ts-check
/**
 * @template Value
 * @typedef {{ value: Value, from: 'parameter' | 'plate' | 'default' }} Fact
 */

/**
 * The answer of `/api/route` as far as the page reads it; docs/interface.md has the whole. Amounts
 * are NOK.
 *
 * @typedef {object} Answer
 * @property {readonly PlannedRoute[]} routes
 * @property {Billing} _billing
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
 * @typedef {object} Billing
 * @property {string} source names the engine.
 * @property {boolean} refined
 * @property {true} [searchCut] there may be a better way.
 * @property {boolean} [refineFallback]
 * @property {string} [dataVersion]
 * @property {string} [attribution]
 * @property {IdentifiedVehicle} [vehicle] what the vehicle was taken for.
 * @property {readonly BilledRoute[]} routes
 *
 * @typedef {object} BilledRoute
 * @property {string} routeId
 * @property {number} tollSmall
 * @property {number} tollSmallNoDiscount
 * @property {number} tollLarge
 * @property {number} tollLargeNoDiscount
 * @property {number} tollCount
 * @property {boolean} rush
 * @property {boolean} [tollEstimated]
 * @property {number} ferryCount
 * @property {boolean} ferryPriced
 * @property {string} ferryVehicleClass
 * @property {number} ferryNok
 * @property {number} ferryNokEv
 * @property {number} ferryNokAutopass
 * @property {number} distance metres.
 * @property {number} durationMin
 * @property {readonly ChargedStation[]} chargedStations
 * @property {readonly FreePassage[]} [freePassages]
 * @property {readonly UnpricedStation[]} [unpricedStations]
 * @property {readonly Ferry[]} [ferries]
 * @property {readonly UnpricedFerry[]} [ferryUnpriced]
 * @property {readonly Warning[]} [warnings]
 * @property {number} [tollMin] the exact toll of the asked size with a tag is not less.
 * @property {number} [tollMax] and not more.
 * @property {VehiclePrice} [vehicle] the price of the vehicle that was asked for.
 * @property {{ reasons: readonly string[] }} [choice] where ways are chosen by money as well.
 *
 * @typedef {object} Place
 * @property {string} id
 * @property {string} name
 * @property {string} [operator]
 * @property {number} lat
 * @property {number} lon
 * @property {string} [passedAt] ISO 8601.
 *
 * @typedef {Place & {
 *   smallNok: number, smallNoDiscountNok: number, largeNok: number, largeNoDiscountNok: number,
 *   vehicleNok?: number, vehicleEstimated?: boolean, rush: boolean, reason: string,
 *   rule?: string, paidAt?: string, proof?: Proof,
 * }} ChargedStation
 * @typedef {Place & { rule: string, paidAt?: string, proof?: Proof }} FreePassage
 * @typedef {Place} UnpricedStation
 *
 * @typedef {object} Ferry
 * @property {string} name
 * @property {number} nok
 * @property {number} evNok
 * @property {number} autopassNok
 * @property {number} [vehicleNok] absent: nobody knows it.
 * @property {boolean} [vehicleEstimated]
 * @property {Proof} [proof]
 * @property {string} tariff
 * @property {boolean} estimated
 * @property {number} km
 * @property {number} durationMin
 *
 * @typedef {object} UnpricedFerry
 * @property {string} name
 * @property {string} [fromQuay]
 * @property {string} [toQuay]
 *
 * @typedef {{ amounts: readonly AmountProof[] }} Proof
 *
 * @typedef {object} AmountProof
 * @property {string} of the member beside the proof that it proves.
 * @property {number} ore after the steps and the rule.
 * @property {{ id: string, from: string, source: string }} tariff the row it begins with.
 * @property {string} certainty `known`, `carried`, `ceiling` or `ordinary`.
 * @property {readonly { kind: string, percentLeft?: number, times?: number, ore: number }[]} steps
 * @property {{ kind: string, source?: string }} [rule] what the rules between passages made of it.
 *
 * @typedef {object} IdentifiedVehicle
 * @property {Fact<string>} [vehicleType]
 * @property {Fact<string>} [technicalCode]
 * @property {Fact<string>} [fuel]
 * @property {Fact<number>} [euroClass]
 * @property {Fact<number>} [weightKg]
 * @property {Fact<number>} [lengthM]
 * @property {Fact<number>} [trailerLengthM]
 * @property {Fact<number>} tariffGroup
 * @property {Fact<boolean>} tag
 * @property {Fact<string>} ferryClass
 * @property {Fact<string>} ferryAgreement
 *
 * @typedef {object} Warning
 * @property {string} code
 * @property {string} message
 * @property {string} [about]
 *
 * @typedef {object} Match how a recorded drive fits the roads.
 * @property {number} points
 * @property {number} pointsIgnored
 * @property {boolean} timed
 * @property {number} share
 * @property {readonly { kind: string, fromKm: number, toKm: number, confidence: number }[]} stretches
 * @property {readonly { from: string, to: string }[]} drives
 * @property {readonly PossibleStation[]} possibleStations
 *
 * @typedef {Place & {
 *   passedAt: string, why: string, isPriced: boolean, smallNok?: number, smallNoDiscountNok?: number,
 *   largeNok?: number, largeNoDiscountNok?: number, vehicleNok?: number,
 * }} PossibleStation what each would add.
 *
 * @typedef {object} VehiclePrice
 * @property {number} tollNok
 * @property {number} ferryNok
 * @property {number} totalNok
 * @property {boolean} estimated
 * @property {number} [tollMin]
 * @property {number} [tollMax]
 */

export {};

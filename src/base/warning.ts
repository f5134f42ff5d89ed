import { mapInSteps, type Steps } from './steps.ts';

/**
 * A reservation that a reader of a price must know. The price stands, but with this reservation. `message` is one
 * English sentence, and `code` never changes.
 */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  /** Toll project, station, ferry connection or stop, by name; absent for the whole route. */
  readonly about?: string;
}

/** When each code is given, for the documents. New codes may be added. */
export const WARNINGS = {
  tariff_not_known_for_day:
    'the tariff of the day of travel is not published; the nearest known one is used, an earlier or a later one, and the message has the amounts of the other',
  tag_discount_not_known:
    'what a tag took off in the project on the day of travel is not known, as before the reform of 2018: the price with a tag is an estimate, with what the message says taken off',
  fuel_assumed: 'small vehicles pay by fuel here; the price assumes diesel, the dearest',
  euro_class_assumed:
    'large vehicles pay by Euro class here; the price assumes Euro V and older, the dearest',
  large_rush_tariff_unknown:
    'the rush price of large vehicles of that day is not published here; the last published one is charged, or the ordinary one where that is dearer',
  station_unpriced: 'a station without a known tariff: the sums leave it out',
  station_list_price:
    "a station that only the road authority's planner knows: its list price is in the sums, for small vehicles with a tag less the general discount",
  tolls_not_read:
    "the road authority's planner counts tolls on the route, and no station of them could be read: those near the line are charged instead",
  station_missing:
    'a station still stood on the day of travel and is not in the data: the route drives past its place, or passes its project and may pass it, and the sums leave it out',
  stations_of_extract:
    'the day of travel lies before the year of the station extract: of the stations of today some may not have stood, and others are missing',
  collection_not_known:
    'the day on which a station began to collect, or stopped, is not known, and the day of travel may lie outside: it is charged all the same',
  station_not_collecting:
    'a passage that the caller tells of lies at a station that collected no toll at that moment, not yet or no more: nothing is charged for it',
  direction_undecided: 'a one-way station whose charged direction is not known: charged in both',
  direction_inferred:
    'a one-way station whose charged direction is not published; it is worked out from the metering of its road, and said of the free direction, too',
  ferry_unpriced: 'a crossing without a tariff: the sums leave it out',
  ferry_estimated: 'no fare is published for a crossing: its price is an estimate',
  ferry_day_inferred:
    'no source tells the days of a published fare, or since when a crossing is free: that it is so on the day of travel is inferred',
  ferry_toll_not_known:
    'a toll whose amount is not published is added to the fare of a crossing: the sums may lack it, and the answer is not complete',
  ferry_season:
    'a ferry that sails in summer only, said on any day: the days of its season differ from year to year',
  ferry_out_of_season:
    'a ferry that does not sail on the day of travel is sailed, because no way leads round it: the answer is not complete',
  time_decides:
    'a few minutes sooner or later cost another toll, by the rush or the hour rule; between two points of a recording it is an estimate; the message has the tolls of an early and a late drive',
  ferry_waits_until_first:
    'the route comes to a ferry at an hour at which it does not sail, and waits for its first departure',
  ferry_may_not_sail:
    'the route comes to a ferry whose hours are not known at an hour at which ferries like it do not usually sail',
  road_waits_until_open:
    'the route comes to a road at an hour of the night at which it is usually closed, and waits at the gate until it opens: the wait is in its duration, and in `gateWaits`',
  road_closed_in_winter:
    'a road that is usually closed on the day of travel, or at that hour of the night, is driven, because no way leads round it: the answer is not complete',
  season_uncertain:
    'within two weeks of the day of travel a road or ferry of the way is usually closed or opened, or the days of that are uncertain or not known; also where the way leads round such a road',
  convoy_in_bad_weather:
    'a mountain road of the way is open in winter, and driven in convoy or closed for hours in bad weather',
  road_obstructed: "the road authority's planner says that a road of the route is closed",
  private_toll_not_known:
    'a private toll road whose fee is not known, or on a map of OpenStreetMap a toll that no known station takes: the sums leave it out, and the answer is not complete',
  private_road_driven:
    'the way leads over private or forest roads from one public road to another, as it may with `avoidTolls`: whether they are open, cleared of snow and free is not known',
  zero_emission_share_assumed:
    'the zero-emission share of a fare is not published for the day and place',
  point_moved:
    'a stop was moved more than 2 km to reach a road, or past a toll station, over water, over the border or past a closed gate',
  station_not_on_network:
    'a toll station near a stop, or on a ramp beside a route that does not stay on the road of the ramp, stands where the road network has no road: it is not in the sums',
  passage_in_doubt:
    'a station by an estimate or a recording, of which it is not known whether it is passed: the sums leave it out, and `tollMin` and `tollMax` of the route count with it',
  tolls_not_avoidable: 'no toll-free route was found',
  local_rule_not_applied:
    'a local rule exists whose details are not published, and it may change what is paid for the size or the vehicle asked for',
  payments_not_known:
    'it is not published whether the stations passed are one payment or several: each is charged, and the toll may be too high',
  toll_rule_not_known:
    'a rule is not published in full, and by its other reading the toll is another: of the hour rule, the rush, linked stations, a monthly cap, or two prices of two sources',
  vehicle_tariff_not_known:
    'the tariff of its fuel or class is not known for the day: the ordinary one is charged, for zero emission with a tag the most that the law allows, and the tariff without an exemption that is in doubt',
  vehicle_tariff_carried:
    'the tariff of its fuel or class is not published for the day: an earlier share or exemption is carried on, or the price that stood beside the same ordinary tariff on another day',
  zero_emission_untagged:
    'zero emission pays the full price here without a tag, and less than others with one',
  vehicle_not_known:
    'a fact that the price of the vehicle depends on is not known: the ordinary tariff is charged, or the default taken',
  vehicle_register_down:
    'the vehicle register did not answer: the vehicle is what the other parameters say',
  vehicle_type_differs:
    'the plate belongs to another kind of vehicle than `vehicleType` says; it is priced as `vehicleType` says',
  vehicle_fare_not_known:
    'what the vehicle pays on a ferry, with its agreement or its trailer, is not known for certain',
  ferry_agreement_without_tag:
    '`tag=0` stands beside a `ferryAgreement` that goes with a tag: tolls are those without a tag, and ferries those with what `ferryAgreement` says',
  allowance_not_known:
    'the kilometre allowance of the day or the kind of vehicle, or the kilometres, are not known: the lines have none',
  trace_untimed:
    'a recording without times: the moments of passing are those of the departure asked for, or of now, and of the pace of the road network',
  trace_unrecorded:
    'a recording is silent for half an hour or begins another track, and goes on elsewhere: what lies between is in no sum and no distance; `missing` names stations and ferries of the fastest way',
  trace_leaps:
    'points of a recording lie where no vehicle can have driven to in time, such as where the receiver was before: they are left out, and counted in `pointsIgnored`',
  trace_cut:
    'a part of a recording is left out, because its clock runs back or no vehicle can have driven both parts: it is in no sum and no distance, and the answer is not complete',
  trace_beyond_network:
    'a part of a recording lies more than 10 km from all roads of the network, such as abroad: tolls are not known there, and the answer is not complete',
  drives_overlap:
    'a drive of a journey begins before the one before it has ended, by the times of the road network',
  vehicle_length_ignored: '`ferryClass` and `vehicleLength` were both given',
  parameter_not_read:
    'a name is a parameter but for case, blanks and signs, such as `Heavy` or `start_time`, and is ignored, as all unknown names are',
} as const;

export type WarningCode = keyof typeof WARNINGS;

/** The warnings without repetitions, in the order in which they came. */
export const eachOnce = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((one) => [keyOf(one), one])).values(),
];

/** The warnings of many items without repetitions, in steps. */
export function* eachOnceOf<Item>(
  items: readonly Item[],
  listOf: (item: Item) => readonly Warning[],
): Steps<Warning[]> {
  const once = new Map<string, Warning>();
  yield* mapInSteps(items, (item) => {
    for (const one of listOf(item)) once.set(keyOf(one), one);
  });
  return [...once.values()];
}

const keyOf = ({ code, about, message }: Warning): string => JSON.stringify([code, about, message]);

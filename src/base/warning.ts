/**
 * Something a reader of a price must know: the price stands, but with this reservation.
 * `message` is one English sentence; `code` is stable.
 */
export interface Warning {
  readonly code: WarningCode;
  readonly message: string;
  /** Toll project, station or ferry connection, by name; absent for the whole route. */
  readonly about?: string;
}

export type WarningCode =
  /** The tariff of the day of travel is not published; the nearest known one is used. */
  | 'tariff_not_known_for_day'
  /** Small vehicles pay by fuel here, and the price assumes the dearest of them. */
  | 'fuel_assumed'
  /** The rush tariff of large vehicles is not published; an older or the ordinary one is used. */
  | 'large_rush_tariff_unknown'
  /** The station has no known tariff: the sums leave it out. */
  | 'station_unpriced'
  /** A station that only the route planner knows, with its list price: in preliminary sums only. */
  | 'station_list_price'
  /** A station that still stood on the day of travel is not in the data: the sums leave it out. */
  | 'station_missing'
  /** The day lies before the year of the station extract: the stations of that day may differ. */
  | 'stations_of_extract'
  /** A one-way station whose charged direction is not known: charged in both. */
  | 'direction_undecided'
  /** A one-way station whose charged direction is not published, but worked out. */
  | 'direction_inferred'
  /** A ferry crossing has no tariff: the sums leave it out. */
  | 'ferry_unpriced'
  /** A ferry price is an estimate. */
  | 'ferry_estimated'
  /** A ferry sails in summer only, and the days of its season are not known. */
  | 'ferry_season'
  /** The zero-emission share of a ferry fare is not published for the day and place. */
  | 'zero_emission_share_assumed'
  /** A start, end or via point lies far from the road it was moved to. */
  | 'point_moved'
  /** A toll station near a stop stands on a street that the road network does not have. */
  | 'station_not_on_network'
  /** No toll-free route was found. */
  | 'tolls_not_avoidable'
  /** A local rule exists whose details are not published: it is not applied. */
  | 'local_rule_not_applied'
  /** The ferry class has been given twice; the length is ignored. */
  | 'vehicle_length_ignored';

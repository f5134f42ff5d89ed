/** Choices of ours that the use cases work with; none is a fact about tolls or ferries. docs/accuracy.md lists them. */
import type { SiteLimits } from '../passages/site-finder.ts';
import type { UnseenLimits } from './list-unseen-stations.ts';
import type { TripRequest } from './ports.ts';
import type { SurroundingsLimits } from './surroundings.ts';

/**
 * A stop that is moved farther than this to reach a road is worth a warning. The bundled network has no local streets, so
 * a place name lies 0.7 km from it in the median; from 2 km on the start of the trip itself is another place.
 */
export const MOVED_WARN_M = 2000;

/**
 * A stop farther than this from a drivable road has no route, and nothing is known of a drive there.
 *
 * Source: docs/interface.md.
 */
export const FARTHEST_ROAD_M = 10_000;

/**
 * When a station off the network is worth a warning. The way between a stop and the network is not known; a station
 * farther than 500 m off is on another way. Ramps lie within 200 m of their road, and the stations of one junction within
 * 2 km. A ramp is some hundred metres long, and a junction is drawn up to 400 m off.
 */
export const UNSEEN_LIMITS: UnseenLimits = {
  nearStopM: 500,
  besideM: 200,
  mainRoadM: 2000,
  junctionM: 1000,
};

/**
 * How close a line must come to a station to pass it by geometry. Station positions are exact to a metre, but a station
 * can stand beside one carriageway of a motorway while the line runs on the other, 20 to 30 m away.
 */
export const NEAR_M = 30;

/**
 * How close a line must come to the place of a station that does not stand any more, to be warned of it. The road may
 * have been moved since, and a warning too many is better than a 0 without a word.
 */
export const GONE_M = 150;

/**
 * A vehicle that rests for this long, or has nothing recorded for this long, then sets out on another drive. Rules of
 * one trip hold only across shorter stays. This is an assumption: no published rule says how long a trip may rest.
 * Shorter stays are stops for fuel, food or a ferry.
 */
export const REST_MS = 30 * 60_000;

/**
 * When a line that follows true roads passes a station where the road database puts it: 10 to 25 m
 * are usual. Where the road of a one-way station is not in our network its direction is a rough one,
 * towards the town; a road across it stays out.
 *
 * Source: docs/upstreams.md, OSRM.
 */
export const SITE_LIMITS: SiteLimits = { nearM: 25, headingDeg: 75 };

/**
 * Limits for what lies between a stop and its road.
 *
 * - Some ferry quays stand in the sea as it is drawn for 1:1 000 000. Nine of ten of them lie within 167 m of land, all
 *   but two within 1 km.
 * - None of the 59 towns, villages and toll stations that stand in the sea as it is drawn has more than 200 m of it
 *   before its road.
 * - A place with two decimals lies up to 620 m from the place that is meant. These 620 m and the 200 m together are the
 *   most sea that such a stop is moved over.
 * - Twenty of the bundled places stand in a lake as it is drawn, all but one within 44 m of its shore.
 * - The road of the bundled network that reaches farthest beyond the border as it is drawn does so by 140 m.
 * - A road that lies more than half a kilometre beyond the nearest one is another road.
 */
export const SURROUNDINGS_LIMITS: SurroundingsLimits = {
  coastOffM: 200,
  shoreOffM: 50,
  soundM: 820,
  lakeM: 250,
  borderOffM: 150,
  quayM: 1000,
  stationWorthM: 500,
  placeM: 10_000,
};

/** Source: docs/interface.md, routes of one answer. */
export const MOST_ALTERNATIVES = 2;

/** The routes that an answer has room for, the recommended one included. */
export const mostRoutes = ({
  alternatives = MOST_ALTERNATIVES,
}: Pick<TripRequest, 'alternatives'>): number => 1 + alternatives;

/** The project of the payment points at ferry quays. Points without a tariff of their own collect the ferry's fare. */
export const FERRY_PAYMENT = 'ferry-collection';

/** The inputs of the road network: `data/road-network/`. */
import Type from 'typebox';
import { type Row, strict, Text, True } from './values.ts';

const Metres = Type.Number({ exclusiveMinimum: 0 });
const Kmh = Type.Number({ exclusiveMinimum: 0, maximum: 130 });
const Seconds = Type.Number({ minimum: 0, maximum: 86_400 });
const meta = { meta: Type.Optional(Type.Unknown()) };

/** One line of `links.ndjson`: a piece of road or of a car-ferry line. */
export const LinkRow = strict({
  kind: Type.Enum(['road', 'ferry']),
  /** European, national, county, municipal and private road. */
  category: Type.Enum(['E', 'R', 'F', 'K', 'P']),
  /** Road number inside its category; absent on most K and P roads. */
  number: Type.Optional(Type.Integer({ minimum: 1 })),
  /** Kind of motor road; absent on other roads and on ferries. */
  motor: Type.Optional(Type.Enum(['motorway', 'motor-traffic-road'])),
  /** Leads from one road to another at a junction, and belongs to neither. */
  ramp: Type.Optional(True),
  /** Driven in the order of its points only; absent: both ways. */
  oneWay: Type.Optional(True),
  tunnel: Type.Optional(True),
  bridge: Type.Optional(True),
  /** Lies inside a built-up area. */
  builtUp: Type.Optional(True),
  /** Crossing time; absent: not known, as on most ferries, or it is a road. */
  crossingMin: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  /** Why we added the link; absent on links of the source, and on roads that we drew. */
  added: Type.Optional(Type.String()),
  /** Name of a road that we drew because the source lacks it; absent on all other links. */
  drawn: Type.Optional(Type.String()),
  /** Encoded polyline of the centre line. */
  line: Text,
});

/** Shares of the calculated time. One drive in ten takes less than the first share, one in ten more than the second. */
const TimeRange = strict({
  p10: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  p90: Type.Number({ minimum: 1 }),
});
/** Is subtracted from the natural logarithm of a speed for each unit of a trait; see `RoadTraits`. */
const Slowing = Type.Number({ minimum: -1, maximum: 1 });

const SpeedsFile = strict({
  ...meta,
  /** Speeds in open country, on a straight road, outside the west. */
  roads: Type.Array(strict({ class: Text, kmh: Kmh, range: TimeRange })),
  /** The range of roads of any class in built-up areas, except motor roads. */
  builtUpRange: TimeRange,
  slowing: strict({
    builtUp: Slowing,
    street: Slowing,
    tunnel: Slowing,
    west: Slowing,
    bends: Slowing,
    city: Slowing,
  }),
  /** The eastern and northern limits of the west. Degrees. */
  west: strict({ eastLon: Type.Number(), northLat: Type.Number() }),
  /** County roads with this number or a higher one are of the lesser kind. */
  firstSecondaryCountyRoad: Type.Integer({ minimum: 1 }),
  /**
   * For ferries without a published time: speed under way, and minutes to cast off and moor. For all ferries: minutes
   * to drive aboard and ashore.
   */
  ferry: strict({
    knots: Type.Number({ exclusiveMinimum: 0 }),
    mooringMin: Type.Number({ minimum: 0 }),
    boardingMin: Type.Number({ minimum: 0 }),
    range: TimeRange,
  }),
  /** Weights in the choice of a way in addition to its time. Seconds, each with its source. */
  choice: strict({
    /** For turning into a road with another name. */
    otherNameS: Seconds,
    otherNameWhy: Text,
    /**
     * For driving onto a private or forest road, once for each entry. A trip that begins on such a road has no such
     * weight. A trip that ends on one can not avoid it.
     */
    ontoPrivateS: Seconds,
    ontoPrivateWhy: Text,
    /** For driving onto a municipal road from a higher road: the data does not say which of them are through roads. */
    ontoMunicipalS: Seconds,
    ontoMunicipalWhy: Text,
    /**
     * A minute of waiting for a ferry counts as `waitWeight` minutes of driving, in the first `mostWaitMin` minutes of
     * the wait. Each further minute counts once.
     */
    waitWeight: Type.Number({ minimum: 1 }),
    mostWaitMin: Type.Number({ minimum: 0 }),
    waitWeightWhy: Text,
  }),
  /** The lines are drawn short by this factor. */
  lengthFactor: Type.Number({ exclusiveMinimum: 0 }),
  lengthFactorWhy: Type.Optional(Text),
});

/** The distances and angles within which a station is put on a link. */
const PlacingLimits = strict({
  /** A link of the station's own road counts within this distance. */
  sameRoadM: Metres,
  /** A station counts as lying on a road of the network within this distance of it. */
  roadKnownM: Metres,
  /** A K or P link without number counts for a K, P or S station within this distance. */
  streetM: Metres,
  /** A ramp of the station's own road counts for a station on a ramp within this distance. */
  rampM: Metres,
  /** A one-way station's bearing may differ from the road's by this much. */
  bearingDeg: Type.Number({ minimum: 0, maximum: 360 }),
});

const Likelihood = Type.Number({ minimum: 0, maximum: 1 });
const Factor = Type.Number({ minimum: 1 });
const PerM = Type.Number({ minimum: 0 });
const Turn = Type.Number({ exclusiveMinimum: 0, maximum: 180 });

/** `matching.json`: the assumptions about recordings, and the rules for judging whether a drive passed a station. */
const MatchingFile = strict({
  meta: Type.Unknown(),
  /** See `RestTerms`. */
  rest: strict({ reachM: Metres, stillM: Metres }),
  restWhy: Text,
  /** See `LeapTerms`. */
  leap: strict({
    fastestKmh: Type.Number({ exclusiveMinimum: 130 }),
    leastM: Metres,
    heldS: Type.Number({ minimum: 0 }),
    mostStrayPlaces: Type.Integer({ minimum: 1 }),
  }),
  leapWhy: Text,
  /** When fixes so far apart are no step but a silence. */
  silence: strict({
    longMin: Type.Number({ exclusiveMinimum: 0 }),
    /** A long silence over less than `nearM` is a stop, and one over less than `farM` a step between other silences. */
    farM: Metres,
    nearM: Metres,
    /** Farther apart two fixes are a silence after any time. */
    mostM: Metres,
  }),
  silenceWhy: Text,
  /** A drive that was never faster between places so far apart may have been on foot or by bicycle. */
  onFoot: strict({ mostKmh: Kmh, overM: Metres }),
  onFootWhy: Text,
  laying: strict({
    /** The assumed speed on roads that the network does not have, if the recording has no times. */
    localKmh: Kmh,
    /** Stretches with at least this confidence are sure. Doubtful stretches are separate stretches. */
    sureShare: Likelihood,
  }),
  layingWhy: Text,
  /** When a run along the line of a ferry was a crossing. */
  crossings: strict({
    /** An end at sea that is farther from the only quay that is seen is no car park or road beside the water. */
    farM: Metres,
    /** If the quays of a ferry are nearer to each other than this, an end at sea proves nothing. */
    narrowM: Metres,
    /** No ferry line is shorter. */
    shortestM: Metres,
    /** A run along the line of a ferry that is longer than this, and no crossing, may have been one. */
    doubtM: Metres,
    /** Fixes that go this share of the way over a narrow sound tell of a crossing. */
    lostShare: Likelihood,
  }),
  crossingsWhy: Text,
  judging: strict({
    /** The likelihood that a passage is real if only the matcher shows it. */
    unseen: Likelihood,
    /** The network draws the road of a station at most this far from its spot. */
    mostDrawnOffM: Metres,
    /** The most fixes between the place of a gate on the network and the place of its station beside the trace. */
    samePassFixes: Type.Integer({ minimum: 0 }),
    /** A way round a station in a silence does not count if it is longer by this factor and these metres. */
    roundTimes: Factor,
    roundPlusM: Metres,
    /** If the likelihood by the matcher is lower than this, the trace runs beside the station. */
    besideBelow: Likelihood,
    /** If the trace is farther away than this number of standard errors, it does not pass the station. */
    awaySigmas: Type.Number({ minimum: 0 }),
    /** Stations that are nearer to each other along the trace count as standing side by side. */
    abeamM: Metres,
    /** No whole way through a silence is driven faster than this. */
    mostKmh: Kmh,
  }),
  judgingWhy: Text,
  approach: strict({
    /** The error of receivers that stays the same for a while. A mean does not remove it. */
    biasM: Metres,
    /** A mean is taken of the fixes along `meanM` metres, and of at least `leastFixes` fixes. */
    meanM: Metres,
    leastFixes: Type.Integer({ minimum: 1 }),
    /** Noise of receivers: the least and the most that an estimate may give, and the value without an estimate. */
    leastNoiseM: Metres,
    mostNoiseM: Metres,
    unknownNoiseM: Metres,
    /** A trace passes a place within `reachM`, `reachSigmas` sigmas, and a share of the step between its fixes. */
    reachM: Metres,
    reachSigmas: Type.Number({ minimum: 0 }),
    reachShare: Likelihood,
    /** A fix farther than this number of sigmas from a place tells on which side of it the vehicle is. */
    clearSigmas: Type.Number({ minimum: 0 }),
    /** A vehicle that passes a place leaves in another direction than it came from, by this angle at least. Degrees. */
    throughDeg: Type.Number({ minimum: 0, maximum: 180 }),
  }),
  approachWhy: Text,
  /** A passage with at least the likelihood `charged` is charged. With at least `named` it is named. */
  charged: Likelihood,
  named: Likelihood,
  namedWhy: Text,
  /** The distance between the record of a station and its road. */
  spot: strict({ sigmaM: Metres, strayShare: Likelihood, strayM: Metres, strayPerM: PerM }),
  spotWhy: Text,
  /** Roads that the network lacks. */
  unknown: strict({ perM: PerM, nearestM: Metres, crossing: Likelihood, parallel: Likelihood }),
  unknownWhy: Text,
  junction: strict({ withinM: Metres, nearestM: Metres, times: Factor }),
  junctionWhy: Text,
  /** The likelihood that a road that the network lacks is driven although the matcher finds a known road. */
  strayed: strict({
    town: Likelihood,
    fast: Likelihood,
    open: Likelihood,
    fastKmh: Kmh,
    openM: Metres,
    openLinks: Type.Integer({ minimum: 1 }),
  }),
  strayedWhy: Text,
  matcher: strict({
    error: Likelihood,
    errorInOpen: Likelihood,
    missed: Likelihood,
    silent: Likelihood,
  }),
  matcherWhy: Text,
  heading: strict({
    sigmaDeg: Turn,
    perM: PerM,
    strayShare: Likelihood,
    anyDeg: Turn,
    mostDeg: Turn,
    mostPerM: PerM,
    mostMoreDeg: Turn,
  }),
  headingWhy: Text,
  /** The distance of a street from the straight line between two fixes: a share of its length that grows with it. */
  bend: strict({ perM: PerM, most: Likelihood }),
  bendWhy: Text,
});

/** `osm.json`: how a network is made from the operator's own map. */
const OsmFile = strict({
  meta: Type.Unknown(),
  attribution: Text,
  limits: PlacingLimits,
  limitsWhy: Text,
  /** If no way has the road number, the nearest road within this distance counts. */
  nearestRoadM: Metres,
  nearestRoadWhy: Text,
  /** All carriageways of a road within this distance to either side count. */
  crossSectionM: Metres,
  /** Carriageways of one road differ in bearing by at most this much. */
  parallelDeg: Type.Number({ minimum: 0, maximum: 90 }),
  /** Two links that a drive takes one after the other within this distance are no pair of carriageways. */
  seriesM: Metres,
  crossSectionWhy: Text,
  boothM: Metres,
  boothWhy: Text,
  quayM: Metres,
  quayWhy: Text,
  minShareInNorway: Type.Number({ minimum: 0, maximum: 1 }),
  minShareWhy: Text,
  movedWarnM: Metres,
  movedWarnWhy: Text,
});

/** `osm-profile.json`: the ways of OpenStreetMap that cars use, and the speed on them. */
const OsmProfileFile = strict({
  meta: Type.Unknown(),
  /**
   * By `highway`: the functional class whose factor holds, and the limit if the map has none. Ways with other values
   * are no roads.
   */
  roads: Type.Array(
    strict({
      highway: Text,
      class: Type.Integer({ minimum: -1 }),
      kmh: Kmh,
      /** It is a road only if it has a tag `motorcar` or `motor_vehicle`. */
      onlyTagged: Type.Optional(Type.Literal(true)),
    }),
  ),
  onlyTaggedWhy: Text,
  roadsWhy: Text,
  /** Statutory limits by the name of their zone, which follows `NO:`. */
  zones: Type.Array(strict({ zone: Text, kmh: Kmh })),
  zonesWhy: Text,
  /** The highest limit. Higher figures are ignored. */
  mostKmh: Kmh,
  mostKmhWhy: Text,
  /**
   * Values of access tags that close a way to cars, and values with which cars use it only at the start or the end of a
   * trip.
   */
  closed: Type.Array(Text),
  destination: Type.Array(Text),
  /** Values of `service` and of `highway` of roads that cars use only at the start or the end of a trip. */
  destinationServices: Type.Array(Text),
  destinationHighways: Type.Array(Text),
  destinationWhy: Text,
  /** Values of `toll` with which a road is free for cars. */
  freeTolls: Type.Array(Text),
  freeTollsWhy: Text,
  /** The first functional class of local roads. */
  localClass: Type.Integer({ minimum: 0 }),
  localClassWhy: Text,
  /** Values of `barrier` that let cars through, unless an access tag closes them. */
  openBarriers: Type.Array(Text),
  openBarriersWhy: Text,
  simplifyM: Metres,
  simplifyWhy: Text,
});

/** `ruteplan.json`: how a network is made from the official road network. */
const RuteplanFile = strict({
  meta: Type.Unknown(),
  attribution: Text,
  /** Address of the Atom feed that announces new editions. */
  feed: Text,
  /** By functional class: the driving time is the time at the limit multiplied by this factor. */
  factors: Type.Array(
    strict({ class: Type.Integer({ minimum: -1 }), factor: Type.Number({ minimum: 1 }) }),
  ),
  factorsWhy: Text,
  /** Functional class of motorways and roads like them. */
  motorwayClass: Type.Integer({ minimum: 0, maximum: 10 }),
  motorwayClassWhy: Text,
  forestFactor: Type.Number({ minimum: 1 }),
  forestWhy: Text,
  /** Kinds of road (`typeVeg`) that cars do not use. */
  notDriven: Type.Array(Text),
  /** Kinds of road that cars use only at the start or the end of a trip. */
  destinationOnly: Type.Array(Text),
  destinationWhy: Text,
  mostFerryKmh: Kmh,
  mostFerryWhy: Text,
  leastCountryLinks: Type.Integer({ minimum: 1 }),
  leastCountryWhy: Text,
  stationM: Metres,
  stationWhy: Text,
  simplifyM: Metres,
  simplifyWhy: Text,
});

/** By the name of the file. */
export const NETWORK_FILES = {
  /** The counts of `links.ndjson`, which has no `meta` itself. */
  'road-network/links-meta.json': strict({
    meta: Type.Object({ counts: strict({ links: Type.Integer({ minimum: 1 }) }) }),
  }),
  'road-network/speeds.json': SpeedsFile,
  'road-network/placing.json': strict({ ...meta, limits: PlacingLimits }),
  'road-network/matching.json': MatchingFile,
  'road-network/osm.json': OsmFile,
  'road-network/osm-profile.json': OsmProfileFile,
  'road-network/ruteplan.json': RuteplanFile,
} as const;

export type LinkRow = Row<typeof LinkRow>;
export type OsmProfile = Row<typeof OsmProfileFile>;
export type RuteplanRules = Row<typeof RuteplanFile>;
export type MatchingRules = Row<typeof MatchingFile>;
export type PlacingLimits = Row<typeof PlacingLimits>;
export type Speeds = Row<typeof SpeedsFile>;
export type TimeRange = Row<typeof TimeRange>;

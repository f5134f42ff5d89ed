/** What the road network is made of: `data/road-network/`. */
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
  /** Leads between two roads at a junction, and is none of them. */
  ramp: Type.Optional(True),
  /** Driven in the order of its points only; absent: both ways. */
  oneWay: Type.Optional(True),
  tunnel: Type.Optional(True),
  bridge: Type.Optional(True),
  /** Lies inside a built-up area. */
  builtUp: Type.Optional(True),
  /** Crossing time where it is known; absent on roads and on most ferries. */
  crossingMin: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  /** Why we added the link; absent on links of the source, and on roads that we drew. */
  added: Type.Optional(Type.String()),
  /** Name of the road, where we drew it because the source lacks it; absent on all others. */
  drawn: Type.Optional(Type.String()),
  /** Encoded polyline of the centre line. */
  line: Text,
});

/** One drive in ten takes less than the first share of the time that is worked out, one in ten more than the second. */
const TimeRange = strict({
  p10: Type.Number({ exclusiveMinimum: 0, maximum: 1 }),
  p90: Type.Number({ minimum: 1 }),
});
/** What is taken off the natural logarithm of a speed for each unit of a trait; see `RoadTraits`. */
const Slowing = Type.Number({ minimum: -1, maximum: 1 });

const SpeedsFile = strict({
  ...meta,
  /** Speeds in the open, on a straight road, outside the west. */
  roads: Type.Array(strict({ class: Text, kmh: Kmh, range: TimeRange })),
  /** Of roads in built-up areas that are no motor roads, whatever their class. */
  builtUpRange: TimeRange,
  slowing: strict({
    builtUp: Slowing,
    street: Slowing,
    tunnel: Slowing,
    west: Slowing,
    bends: Slowing,
    city: Slowing,
  }),
  /** Where roads are western ones. Degrees. */
  west: strict({ eastLon: Type.Number(), northLat: Type.Number() }),
  /** County roads numbered from here on are of the lesser kind. */
  firstSecondaryCountyRoad: Type.Integer({ minimum: 1 }),
  /** Of ferries without a published time: speed under way, and minutes to cast off and moor. Of all: minutes to drive aboard and ashore. */
  ferry: strict({
    knots: Type.Number({ exclusiveMinimum: 0 }),
    mooringMin: Type.Number({ minimum: 0 }),
    boardingMin: Type.Number({ minimum: 0 }),
    range: TimeRange,
  }),
  /** What counts in the choice of a way beyond its time. Seconds, each with its source. */
  choice: strict({
    /** Leaving a road for one of another name. */
    otherNameS: Seconds,
    otherNameWhy: Text,
    /**
     * Driving onto a private or forest road, once for each road that is entered: a trip that begins on one pays nothing,
     * and one that ends there has no way round it.
     */
    ontoPrivateS: Seconds,
    ontoPrivateWhy: Text,
    /** Driving onto a municipal road from one of higher rank: the data does not say which of them lead through. */
    ontoMunicipalS: Seconds,
    ontoMunicipalWhy: Text,
    /** How many times a minute of waiting for a ferry counts as a minute of driving, for so many minutes of the wait; the rest counts once. */
    waitWeight: Type.Number({ minimum: 1 }),
    mostWaitMin: Type.Number({ minimum: 0 }),
    waitWeightWhy: Text,
  }),
  /** The lines are drawn short by this factor. */
  lengthFactor: Type.Number({ exclusiveMinimum: 0 }),
  lengthFactorWhy: Type.Optional(Text),
});

/** Within which distances and angles a station is put on a link. */
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

/** `matching.json`: what is assumed of recordings, and where it is judged whether a drive passed a station. */
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
  laying: strict({
    /** Of roads that the network does not have, where nothing tells the pace of a drive. */
    localKmh: Kmh,
    /** A stretch of less than this confidence is one by itself. */
    sureShare: Likelihood,
  }),
  layingWhy: Text,
  /** When a run along the line of a ferry was a crossing. */
  crossings: strict({
    /** Farther from the one quay at which it is seen no car park or road beside the water is meant. */
    farM: Metres,
    /** Where the quays of a ferry are nearer to each other an end at sea tells nothing. */
    narrowM: Metres,
    /** No ferry sails less. */
    shortestM: Metres,
  }),
  crossingsWhy: Text,
  judging: strict({
    /** That a passage of which the matcher alone tells was one. */
    unseen: Likelihood,
    /** The network draws the road of a station so far from its spot at most. */
    mostDrawnOffM: Metres,
    /** Between the place of a gate on the network and that of its station beside the trace. */
    samePassFixes: Type.Integer({ minimum: 0 }),
    /** A way round a station in a silence is none where it is so much longer. */
    roundTimes: Factor,
    roundPlusM: Metres,
    /** Below this likelihood of the matcher the trace runs beside a station. */
    besideBelow: Likelihood,
    /** Farther than so many standard errors it is away from it. */
    awaySigmas: Type.Number({ minimum: 0 }),
    /** Stations nearer to each other along the trace stand beside each other. */
    abeamM: Metres,
    /** Faster than this no way through a silence is driven as a whole. */
    mostKmh: Kmh,
  }),
  judgingWhy: Text,
  approach: strict({
    /** Receivers err by the same for a while, which no mean takes away. */
    biasM: Metres,
    /** A mean is of fixes along so many metres, and of so many at least. */
    meanM: Metres,
    leastFixes: Type.Integer({ minimum: 1 }),
    /** Noise of receivers, below and above which no estimate is believed, and where none can be made. */
    leastNoiseM: Metres,
    mostNoiseM: Metres,
    unknownNoiseM: Metres,
    /** A trace comes by a place within so many metres, sigmas, and a share of the step between its fixes. */
    reachM: Metres,
    reachSigmas: Type.Number({ minimum: 0 }),
    reachShare: Likelihood,
  }),
  approachWhy: Text,
  /** A passage is charged from the first likelihood on, and named from the second. */
  charged: Likelihood,
  named: Likelihood,
  namedWhy: Text,
  /** How far a station's record lies from its road. */
  spot: strict({ sigmaM: Metres, strayShare: Likelihood, strayM: Metres, strayPerM: PerM }),
  spotWhy: Text,
  /** Roads that the network lacks. */
  unknown: strict({ perM: PerM, nearestM: Metres, crossing: Likelihood, parallel: Likelihood }),
  unknownWhy: Text,
  junction: strict({ withinM: Metres, nearestM: Metres, times: Factor }),
  junctionWhy: Text,
  /** That one of them is driven where the matcher knows a road. */
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
  /** How far a street lies from the straight line between two fixes: a share of it that grows with each metre. */
  bend: strict({ perM: PerM, most: Likelihood }),
  bendWhy: Text,
});

/** `osm.json`: how a network is made of a map of one's own. */
const OsmFile = strict({
  meta: Type.Unknown(),
  attribution: Text,
  limits: PlacingLimits,
  limitsWhy: Text,
  /** Where no way bears the number, the nearest road counts within this distance. */
  nearestRoadM: Metres,
  nearestRoadWhy: Text,
  /** All carriageways of a road count within this distance to either side. */
  crossSectionM: Metres,
  /** Carriageways of one road differ in bearing by at most this much. */
  parallelDeg: Type.Number({ minimum: 0, maximum: 90 }),
  /** Two links that one drive takes within this distance are no pair of carriageways. */
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

/** `osm-profile.json`: what of a map of OpenStreetMap a car drives, and how fast. */
const OsmProfileFile = strict({
  meta: Type.Unknown(),
  /** By `highway`: the functional class whose factor holds, and the limit where the map tells none. Other ways are no roads. */
  roads: Type.Array(
    strict({
      highway: Text,
      class: Type.Integer({ minimum: -1 }),
      kmh: Kmh,
      /** A road only where `motorcar` or `motor_vehicle` opens it. */
      onlyTagged: Type.Optional(Type.Literal(true)),
    }),
  ),
  onlyTaggedWhy: Text,
  roadsWhy: Text,
  /** Limits of the law by the name of their zone, which stands behind `NO:`. */
  zones: Type.Array(strict({ zone: Text, kmh: Kmh })),
  zonesWhy: Text,
  /** The highest limit; higher figures are none. */
  mostKmh: Kmh,
  mostKmhWhy: Text,
  /** Values of access tags with which no car drives, and those with which it drives at the start and the end of a trip only. */
  closed: Type.Array(Text),
  destination: Type.Array(Text),
  /** Values of `service` and of `highway` of roads that are driven at the start and the end of a trip only. */
  destinationServices: Type.Array(Text),
  destinationHighways: Type.Array(Text),
  destinationWhy: Text,
  /** Values of `barrier` that let cars through where no access tag closes them. */
  openBarriers: Type.Array(Text),
  openBarriersWhy: Text,
  simplifyM: Metres,
  simplifyWhy: Text,
});

/** `ruteplan.json`: how a network is made of the official one. */
const RuteplanFile = strict({
  meta: Type.Unknown(),
  attribution: Text,
  /** Address of the Atom feed that tells of new editions. */
  feed: Text,
  /** What the time at the limit is multiplied by, by functional class. */
  factors: Type.Array(
    strict({ class: Type.Integer({ minimum: -1 }), factor: Type.Number({ minimum: 1 }) }),
  ),
  factorsWhy: Text,
  /** Functional class of motorways and roads like them. */
  motorwayClass: Type.Integer({ minimum: 0, maximum: 10 }),
  motorwayClassWhy: Text,
  forestFactor: Type.Number({ minimum: 1 }),
  forestWhy: Text,
  /** Kinds of road (`typeVeg`) that no car drives. */
  notDriven: Type.Array(Text),
  /** Kinds of road that are driven at the start and the end of a trip only. */
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
  /** What `links.ndjson`, which has no room for it, must hold. */
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

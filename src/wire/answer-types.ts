/** The answer of `/api/route` as it goes on the wire. Money in NOK, times in the Oslo offset. */
import type { FerryAgreementKind, FerryClass, Fuel, VehicleType } from '../base/vehicle.ts';
import type { WarningCode } from '../base/warning.ts';
import type { ChargeReason } from '../pricing/toll/bill.ts';
import type { FreeRule } from '../pricing/toll/charge.ts';
import type { Missing } from '../trip/list-missing.ts';
import type { Fact } from '../vehicle/vehicle.ts';
import type { AnswerLine, FerryProof, TollProof } from './proof-types.ts';

/** The whole body. */
export interface RouteAnswer {
  /** The recommended route first. */
  readonly routes: readonly AnswerRoute[];
  readonly _billing: AnswerBilling;
}

/** One route; a GeoJSON feature collection with a name. */
export type AnswerRoute = OwnRoute | GivenRoute;

interface OwnRoute {
  readonly routeId: string;
  readonly type: 'FeatureCollection';
  /** In travel order; each begins at the point where the one before it ends. */
  readonly features: readonly AnswerFeature[];
}

/** A route as a planner gave it, with all members that it has. */
export interface GivenRoute {
  readonly routeId: string;
  readonly features: readonly unknown[];
}

/** A stretch of road, or a ferry crossing. */
export interface AnswerFeature {
  readonly type: 'Feature';
  readonly geometry: {
    readonly type: 'LineString';
    /** Easting, northing in EPSG:25833; lon, lat with `srs=4326`. */
    readonly coordinates: readonly (readonly [number, number])[];
  };
  readonly properties: {
    readonly kind: 'road' | 'ferry';
    readonly lengthM: number;
    readonly durationMin: number;
  };
}

/** The prices. */
interface AnswerBilling {
  readonly source: string;
  readonly refined: boolean;
  /** Present only when exact matching was asked for and could not be had. */
  readonly refineFallback?: true;
  readonly dataVersion: string;
  readonly computedAt: string;
  /** Credit lines that the licences of the data ask for. */
  readonly attribution: string;
  /** Present only when the price of one vehicle was asked for. */
  readonly vehicle?: AnswerVehicle;
  /** In the order of `routes`. */
  readonly routes: readonly AnswerBillingRoute[];
}

/** The price of one route. The amounts of the lists add up to the sums. */
export interface AnswerBillingRoute {
  readonly routeId: string;
  readonly tollSmall: number;
  readonly tollSmallNoDiscount: number;
  readonly tollLarge: number;
  readonly tollLargeNoDiscount: number;
  readonly tollCount: number;
  readonly rush: boolean;
  /** Present only when the answer is not refined. */
  readonly tollEstimated?: true;
  readonly ferryCount: number;
  readonly ferryPriced: boolean;
  /** Present only when `ferryPriced` is false. */
  readonly ferryUnpriced?: readonly AnswerUnpricedFerry[];
  readonly ferryVehicleClass: FerryClass;
  readonly ferryNok: number;
  readonly ferryNokEv: number;
  readonly ferryNokAutopass: number;
  /** Metres. */
  readonly distance: number;
  readonly durationMin: number;
  /** Minutes as well: the interface says so. */
  readonly durationSec: number;
  readonly chargedStations: readonly AnswerChargedStation[];
  readonly freePassages: readonly AnswerFreePassage[];
  readonly unpricedStations: readonly AnswerUnpricedStation[];
  readonly ferries: readonly AnswerFerry[];
  /** Present only when the price of one vehicle was asked for. */
  readonly vehicle?: AnswerRouteVehicle;
  /** Between these the refined toll lies; only in preliminary answers to newer parameters. */
  readonly tollMin?: number;
  readonly tollMax?: number;
  /** Lines of an expense claim and their sum; present only when asked for. */
  readonly lines?: readonly AnswerLine[];
  readonly linesNok?: number;
  /** False: something could not be priced or placed, and `missing` says what. */
  readonly complete: boolean;
  /** `[]`: nothing. */
  readonly missing: readonly Missing[];
  readonly warnings: readonly AnswerWarning[];
}

/** A station that is passed, whatever it costs. */
export interface AnswerPassage {
  /** NVDB object id. */
  readonly id: string;
  readonly name: string;
  /** Empty where nobody names one. */
  readonly operator: string;
  readonly lat: number;
  readonly lon: number;
  readonly passedAt: string;
}

export interface AnswerChargedStation extends AnswerPassage, Partial<AnswerVehicleAmount> {
  readonly smallNok: number;
  readonly smallNoDiscountNok: number;
  readonly largeNok: number;
  readonly largeNoDiscountNok: number;
  readonly rush: boolean;
  readonly reason: ChargeReason;
  /** What makes it free for the size asked for, with a tag; absent: nothing does. */
  readonly rule?: FreeRule;
  /** Id of the station that paid for this one; absent where none did. */
  readonly paidAt?: string;
  /** Present only when asked for. */
  readonly proof?: TollProof;
}

/** Free in every way to pay. */
export interface AnswerFreePassage extends AnswerPassage {
  readonly rule: FreeRule;
  /** Id of the station that paid for this one; absent where none did. */
  readonly paidAt?: string;
  /** Present only when asked for. */
  readonly proof?: TollProof;
}

/** The sums leave it out. */
export interface AnswerUnpricedStation extends AnswerPassage {
  /** List prices of the route planner, without rush, discount or rule; absent: it gives none. */
  readonly listSmallNok?: number;
  readonly listLargeNok?: number;
}

export interface AnswerFerry extends Partial<AnswerVehicleAmount> {
  readonly name: string;
  readonly nok: number;
  readonly evNok: number;
  readonly autopassNok: number;
  readonly tariff: string;
  readonly estimated: boolean;
  /** The class that was charged; a tariff with length bounds of its own may move a vehicle. */
  readonly vehicleClass: FerryClass;
  readonly km: number;
  readonly durationMin: number;
  /** Present only when asked for. */
  readonly proof?: FerryProof;
}

export interface AnswerUnpricedFerry {
  readonly name: string;
  /** Absent where the quay is not known. */
  readonly fromQuay?: string;
  readonly toQuay?: string;
  readonly why: string;
  readonly lengthKm: number;
  /** Absent where nobody tells it. */
  readonly durationMin?: number;
}

/** What a vehicle was taken for; facts that nobody tells are absent. */
export interface AnswerVehicle {
  readonly vehicleType?: Fact<VehicleType>;
  /** Absent beside a type, too. */
  readonly technicalCode?: Fact<string>;
  readonly fuel?: Fact<Fuel>;
  readonly euroClass?: Fact<number>;
  readonly weightKg?: Fact<number>;
  readonly lengthM?: Fact<number>;
  readonly trailerLengthM?: Fact<number>;
  readonly tariffGroup: Fact<1 | 2>;
  readonly tag: Fact<boolean>;
  readonly ferryClass: Fact<FerryClass>;
  readonly ferryAgreement: Fact<FerryAgreementKind>;
}

/** The sums of one vehicle; those of the lists add up to them. */
export interface AnswerRouteVehicle {
  readonly tollNok: number;
  readonly ferryNok: number;
  readonly totalNok: number;
  readonly estimated: boolean;
  /** Between these the refined toll lies; in refined answers where an amount is not published. */
  readonly tollMin?: number;
  readonly tollMax?: number;
}

/** What one vehicle pays; present only when its price was asked for. */
export interface AnswerVehicleAmount {
  /** Absent: nobody knows it, and the sum leaves it out. */
  readonly vehicleNok?: number;
  readonly vehicleEstimated: boolean;
}

interface AnswerWarning {
  readonly code: WarningCode;
  readonly message: string;
  /** Toll project, station, ferry connection or stop, by name; absent for the whole route. */
  readonly about?: string;
}

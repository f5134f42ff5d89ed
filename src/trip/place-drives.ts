/** Where on its line a route passes the stations that its links lead over, and when. */
import type { LatLon } from '../base/point.ts';
import type { LinkPassage } from '../geo/link-passage.ts';
import { pointBetween } from '../geo/on-line.ts';
import { findPassages } from '../geo/passage.ts';
import { buildSiteIndex, findSitePassages } from '../geo/site-passage.ts';
import { buildStationIndex } from '../geo/station-index.ts';
import type { TollSite } from '../geo/toll-site.ts';
import { toUtm33 } from '../geo/utm33.ts';
import { locateOn } from './passage-finder.ts';
import type { PlannedRoute, StationPassage } from './ports.ts';

interface Place {
  readonly alongM: number;
  readonly atS: number;
  readonly at: LatLon;
}

/**
 * How far from its line a station is looked for that its links lead over: first where it stands,
 * then where its own position was measured beside the road. Metres.
 */
const LOOK_M = [30, 250];
/** A heading within this of the charged bearing is charged, and of the opposite one is not. */
const CLEAR_DEG = 60;
/** Headings are asked for on the line itself. Metres. */
const ON_LINE_M = 5;

/** The drives in a charged direction, each with its place on the line; the order is not said. */
export function placeDrives(route: PlannedRoute, drives: readonly LinkPassage[]): StationPassage[] {
  const sites = new Set(drives.map(({ site }) => site));
  return [...sites].flatMap((site) => {
    const ofSite = drives.filter((drive) => drive.site === site);
    const places = listPlaces(route, site, ofSite.length);
    return ofSite.flatMap((drive, i): StationPassage[] => {
      const place = places[i] ?? placeByLink(route, drive);
      if (!isCharged(route, drive, place)) return [];
      const { alongM, atS } = place;
      return [{ stationId: site.stationId, alongM, atS, isDirectionCertain: true }];
    });
  });
}

/**
 * As many places of passing as there are drives, in travel order, if so many are found: those that
 * the planner names, else those on the line that lie nearest to the station.
 */
function listPlaces(route: PlannedRoute, { stationId, at }: TollSite, count: number): Place[] {
  const named = (route.namedStations ?? []).filter(({ id }) => id === stationId);
  if (named.length === count) return named;
  const placeOn = locateOn(route);
  const line = route.line.map(toUtm33);
  const index = buildStationIndex([toUtm33(at)]);
  const found = LOOK_M.map((lookM) => findPassages(line, index, lookM)).find(
    (passages) => passages.length >= count,
  );
  return (found ?? [])
    .toSorted((a, b) => a.offM - b.offM)
    .slice(0, count)
    .sort((a, b) => a.alongM - b.alongM)
    .map(({ leg, share }) => ({ ...placeOn(leg, share), at: pointOn(route.line, leg, share) }));
}

/** Where nothing else tells the place, that of the link among all links does, roughly. */
function placeByLink(route: PlannedRoute, { linkAt }: LinkPassage): Place {
  const legs = route.line.length - 1;
  const along = (linkAt / Math.max(1, route.links?.length ?? 0)) * legs;
  const leg = Math.min(Math.floor(along), legs - 1);
  return {
    ...locateOn(route)(leg, along - leg),
    at: pointOn(route.line, leg, along - leg),
  };
}

function pointOn(line: readonly LatLon[], leg: number, share: number): LatLon {
  const from = line[leg];
  const to = line[leg + 1];
  if (from === undefined || to === undefined)
    throw new Error(`Expected leg ${leg} on a line of ${line.length} points.`);
  return pointBetween(from, to, share);
}

/** What somebody has decided about the station goes before what its link says. */
function isCharged(route: PlannedRoute, drive: LinkPassage, { at, alongM }: Place): boolean {
  const { isDirectionDecided = false, chargedBearingDeg, stationId } = drive.site;
  if (!isDirectionDecided) return drive.isCharged;
  if (chargedBearingDeg === undefined) return true;
  const placeOn = locateOn(route);
  const heads = (bearingDeg: number) =>
    findSitePassages(
      route.line,
      buildSiteIndex([{ stationId, at, chargedBearingDeg: bearingDeg % 360 }]),
      { nearM: ON_LINE_M, headingDeg: CLEAR_DEG },
    ).some(({ leg, share }) => Math.abs(placeOn(leg, share).alongM - alongM) <= ON_LINE_M * 2);
  if (heads(chargedBearingDeg)) return true;
  return heads(chargedBearingDeg + 180) ? false : drive.isCharged;
}

/** Where on its line a route passes the stations that its links lead over, and when. */

import { toUtm33 } from '../geo/utm33.ts';
import { utmLineOf } from '../geo/utm33-cells.ts';
import type { LinkPassage } from './link-passage.ts';
import type { MeasuredRoute, RoutePlace } from './measured-route.ts';
import { findPassages } from './passage.ts';
import type { StationPassage } from './planned-route.ts';
import { buildSiteIndex, findSitePassages } from './site-passage.ts';
import { buildStationIndex } from './station-index.ts';
import type { TollSite } from './toll-site.ts';

/**
 * How far from its line a station is looked for that its links lead over: first where it stands,
 * then where its own position was measured beside the road. Metres.
 */
const LOOK_M = [30, 250];
/** A heading within this of the charged bearing is charged, and of the opposite one is not. */
const CLEAR_DEG = 60;
/** Headings are asked for on the line itself. Metres. */
const ON_LINE_M = 5;
/** The line this far around a place tells the heading there. Metres. */
const REACH_M = 50;

/** The drives in a charged direction, each with its place on the line, in no order. */
export function placeDrives(
  measured: MeasuredRoute,
  drives: readonly LinkPassage[],
): StationPassage[] {
  if (drives.length === 0) return [];
  const sites = [...new Set(drives.map(({ site }) => site))];
  const listPlaces = findPlaces(measured, sites);
  return sites.flatMap((site, s) => {
    const ofSite = drives.filter((drive) => drive.site === site);
    const places = listPlaces(s, ofSite);
    return places.flatMap((place, p): StationPassage[] => {
      // Links that lead over a station twice where the line passes it once are one drive.
      const here = ofSite.filter((_, d) => Math.floor((d * places.length) / ofSite.length) === p);
      if (!here.some((drive) => isCharged(measured, drive, place))) return [];
      const { alongM, atS } = place;
      const isDirectionCertain = here.every(({ isOneWay }) => isOneWay);
      return [
        {
          stationId: site.stationId,
          alongM,
          atS,
          ...(isDirectionCertain && { isDirectionCertain }),
        },
      ];
    });
  });
}

/**
 * Gives the places where the line passes a site, in travel order; at least one, and no more than
 * there are drives. They are the places that the planner names, else those nearest to the station. Else
 * it is the place of the first link by its number among all links, which is rough.
 */
function findPlaces(
  measured: MeasuredRoute,
  sites: readonly TollSite[],
): (site: number, drives: readonly LinkPassage[]) => readonly RoutePlace[] {
  const { line, namedStations = [] } = measured.route;
  // A line has tens of thousands of points: it is looked through once for all sites.
  const utmLine = utmLineOf(line);
  const index = buildStationIndex(sites.map(({ at }) => toUtm33(at)));
  const looks = LOOK_M.map((lookM) => findPassages(utmLine, index, lookM));

  return (site, drives) => {
    const named = namedStations.filter(({ id }) => id === sites[site]?.stationId);
    if (named.length === drives.length) return named;
    const near = looks
      .map((passages) => passages.filter(({ point }) => point === site))
      .find(({ length }) => length > 0);
    if (near === undefined) return drives.slice(0, 1).map((drive) => placeByLink(measured, drive));
    return near
      .toSorted((a, b) => a.offM - b.offM)
      .slice(0, drives.length)
      .sort((a, b) => a.alongM - b.alongM)
      .map(({ leg, share }) => measured.placeOn(leg, share));
  };
}

function placeByLink({ route, placeOn }: MeasuredRoute, { linkAt }: LinkPassage): RoutePlace {
  const legs = route.line.length - 1;
  const along = (linkAt / Math.max(1, route.links?.length ?? 0)) * legs;
  const leg = Math.min(Math.floor(along), legs - 1);
  return placeOn(leg, along - leg);
}

/** What somebody has decided about the station goes before what its link says. */
function isCharged(
  measured: MeasuredRoute,
  { site, isCharged: byLink }: LinkPassage,
  { at, alongM }: RoutePlace,
): boolean {
  const { isDirectionDecided = false, chargedBearingDeg, stationId } = site;
  if (!isDirectionDecided) return byLink;
  if (chargedBearingDeg === undefined) return true;
  const { line } = measured.around(alongM, REACH_M).piece;
  const heads = (bearingDeg: number) => {
    const index = buildSiteIndex([{ stationId, at, chargedBearingDeg: bearingDeg % 360 }]);
    return findSitePassages(line, index, { nearM: ON_LINE_M, headingDeg: CLEAR_DEG }).length > 0;
  };
  if (heads(chargedBearingDeg)) return true;
  return heads(chargedBearingDeg + 180) ? false : byLink;
}

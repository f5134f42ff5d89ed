/** The portal over the database of the accounts, the bundled places and the operator's mail. */
import { randomBytes } from 'node:crypto';
import { manageKeys } from './account/manage-keys.ts';
import { buildSessions } from './account/sessions.ts';
import { buildSignIn } from './account/sign-in.ts';
import { buildVisits } from './account/visits.ts';
import type { PortalConfig } from './config.ts';
import type { PortalServices } from './http/portal/portal-services.ts';
import type { OpenAccounts } from './open-accounts.ts';
import { readProgramVersion } from './open-documents.ts';
import { openPortalFiles } from './open-portal-files.ts';
import { systemClock as clock } from './system-clock.ts';
import { buildPlaceIndex, type FindPlaces, type Place } from './trip/place-index.ts';
import type { Quay } from './trip/ports.ts';
import { openMailer } from './upstream/mail/mailer.ts';

/** Of the map and of what is drawn on it. Source: the licences named in data/README.md. */
const ATTRIBUTION =
  '© Kartverket (CC BY 4.0), forenklet / simplified. Inneholder data under norsk lisens for offentlige data (NLOD) tilgjengeliggjort av Statens vegvesen.';

/** Quays are found after the places that they are named after. */
const QUAY_RANK = 6;

/** What places are found among, in force when somebody asks. */
interface KnownPlaces {
  readonly places: readonly Place[];
  readonly quays: readonly Quay[];
}

export function openPortal(
  { publicUrl, publicDemo, mapStyleUrl, mail }: PortalConfig,
  { store, plans, limits }: OpenAccounts,
  known: () => KnownPlaces,
): PortalServices {
  const sessions = buildSessions({ ...store, plans, clock, randomBytes });
  return {
    publicDemo,
    ...(publicUrl !== undefined && { publicUrl }),
    ...(mapStyleUrl !== undefined && { mapStyleUrl }),
    version: readProgramVersion(),
    attribution: ATTRIBUTION,
    plans,
    limits,
    sessions,
    signIn: buildSignIn({ ...store, limits, sessions, clock, randomBytes }),
    visits: buildVisits({ ...store, limits, clock, randomBytes }),
    keys: { ...store.keys, ...manageKeys(store.keys, randomBytes) },
    usage: store.usage,
    quota: store.quota,
    audit: store.audit,
    ...(mail !== undefined && { sendLetter: openMailer(mail.url, mail.from) }),
    findPlaces: openPlaces(known),
    findFile: openPortalFiles(),
  };
}

/** The index is made when somebody asks, and again when there are other quays. */
function openPlaces(known: () => KnownPlaces): FindPlaces {
  let last: { readonly quays: readonly Quay[]; readonly find: FindPlaces } | undefined;
  return (text) => {
    const { places, quays } = known();
    if (last?.quays !== quays)
      last = { quays, find: buildPlaceIndex([...places, ...quays.map(toPlace)]) };
    return last.find(text);
  };
}

const toPlace = ({ name, at }: Quay): Place => ({ name, kind: 'quay', ...at, rank: QUAY_RANK });

/** What is whole JSON of the right form, and still cannot be true, is refused by the rule that it breaks. */
import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { encodePolyline } from '../../src/geo/polyline.ts';
import { DATA_DIR } from '../../src/service/machine.ts';
import { checkDataFile } from '../../tools/compile-data/check-data.ts';
import { table } from '../support/table.ts';
import { tempHome } from '../support/temp-home.ts';

let data = '';
beforeEach(async () => {
  data = tempHome();
  for (const file of readdirSync(DATA_DIR)) symlinkSync(join(DATA_DIR, file), join(data, file));
});

type Json = Record<string, unknown>;

/**
 * Does to the content what the words say: `zones 3 zone = 9`, `zones 3 gone`, `zones 3 twice`,
 * `zones 3 below` (exchanged with the next), `zones empty`. A record is named by its number, `0`
 * the first and `-1` the last, or by its id, name or first day.
 */
function damage(content: Json, words: string): void {
  const [, path = '', verb, value = ''] =
    /^(.+?) (=|gone|twice|below|empty)(?: (.+))?$/.exec(words) ?? [];
  const steps = path.split(' ');
  const last = steps.pop() ?? '';
  const holder = steps.reduce((found, step) => child(found, step), content) as Json;
  const key = keyOf(holder, last);
  const list = holder as unknown as unknown[];
  const index = Number(key);
  if (!(key in holder) && verb !== '=') throw new Error(`Expected ${path}, found nothing there.`);
  if (verb === '=') holder[key] = JSON.parse(value);
  else if (verb === 'empty') holder[key] = Array.isArray(holder[key]) ? [] : {};
  else if (verb === 'twice') list.splice(index, 0, structuredClone(list[index]));
  else if (verb === 'below') list.splice(index, 2, list[index + 1], list[index]);
  else if (Array.isArray(holder)) holder.splice(index, 1);
  else delete holder[key];
}

function child(holder: Json, step: string): Json {
  const found = holder[keyOf(holder, step)];
  if (typeof found !== 'object' || found === null) throw new Error(`Expected a record at ${step}.`);
  return found as Json;
}

function keyOf(holder: Json, step: string): string {
  if (!Array.isArray(holder)) return step;
  if (/^-?\d{1,3}$/.test(step)) return String((Number(step) + holder.length) % holder.length);
  return String(holder.findIndex(({ id, name, from }) => [id, name, from].includes(step)));
}

/** Damages of a file: what is done, `;` between two steps, and the sentence after the file's name, or `none`. */
const DAMAGES: Readonly<Record<string, string>> = {
  'ferry-tariffs.json': `
    damage                                            | rule
    fares empty                                       | fares: must not have fewer than 1 items.
    fares 0 gone                                      | fares: there are 17 records, but meta counts 18.
    zones empty                                       | zones: must not have fewer than 1 items.
    breaks empty                                      | breaks: must not have fewer than 1 items.
    zonePeriods empty                                 | zonePeriods: must not have fewer than 1 items.
    zeroEmission empty                                | zeroEmission: must not have fewer than 1 items.
    fares 0 ordinaryNok AP1 = 1e11                    | fares 0 ordinaryNok AP1: must be <= 10000.
    fares 0 ordinaryNok empty                         | fares 0 ordinaryNok: must not have fewer than 1 properties.
    fares 1 ordinaryNok AP9 = 20                      | Bodø-Moskenes 2023-08 (published, date inferred): AP9 costs 20 kr, less than AP8.
    fares 1 ordinaryNok MC = 600                      | Bodø-Moskenes 2023-08 (published, date inferred): AP1 costs 563 kr, less than MC.
    fares 10 zeroEmissionNok AP1 = 287                | Moss-Horten 2024-01 (published): zero emission costs 287 kr in AP1, ordinary 286.
    fares 0 zeroEmissionNok = {"AP9":9}               | Bodø-Moskenes 2022-07 (published, press): zero emission costs 9 kr in AP9, ordinary nothing known.
    fares 10 zeroEmissionNok AP9 = 1                  | Moss-Horten 2024-01 (published), zero emission: AP9 costs 1 kr, less than AP8.
    fares 0 table = "Bodø-Røst"                       | Bodø-Moskenes 2022-07 (published, press): the table Bodø-Røst is not in the file.
    fares 0 until = "2022-07-01"                      | Bodø-Moskenes 2022-07 (published, press): it ends on 2022-07-01, and begins on 2022-07-01.
    fares 0 until = "2023-08-17"                      | Bodø-Moskenes 2023-08 (published, date inferred): it begins on 2023-08-16, before the row above it ends on 2023-08-17.
    fares 0 below                                     | Bodø-Moskenes 2022-07 (published, press): it begins on 2022-07-01, before the row above it ends on 2024-01-01.
    fares 0 from = "2022-02-30"                       | fares 0 from: must be a day of the calendar such as 2026-02-28, not 2022-02-30.
    breaks 0 day = "2026-99-99"                       | breaks 0 day: must be a day of the calendar such as 2026-02-28, not 2026-99-99.
    breaks 0 below                                    | breaks of 2020-04-01: it stands below a later day.
    zeroEmission 0 below                              | zeroEmission of 2018-03-01: it stands below a later day.
    zeroEmission 2 authorities = ["county 99"]        | zeroEmission of 2024-03-01: no connection has the authority county 99.
    tables 0 bounds = "none"                          | Bodø-Moskenes: the bounds none are not in the file.
    tables 0 agreement = "none"                       | Bodø-Moskenes: the agreement none is not in the file.
    tables 0 twice; meta counts tables = 10           | Bodø-Moskenes: the name stands there twice.
    tables -1 name = "Lote-Anda"                      | Lote-Anda: the table has no fares.
    bounds 1 name = "national"                        | national: the name stands there twice.
    bounds 0 classes 1 upToM = 5                      | national: upToM does not rise from class to class.
    bounds 0 classes 3 upToM gone                     | national: upToM does not rise from class to class.
    bounds 0 classes 8 upToM = 30                     | national: its last class has an upToM, so that the longest vehicles have no class.
    bounds 0 classes 1 ferryClass = "AP5"             | national: its classes are not in the order of AP1 to AP9.
    zonePeriods 0 until = "2024-06-01"                | reconstructed zone table 2026 scaled to 2024: it begins on 2024-01-01, before the row above it ends on 2024-06-01.
    zonePeriods 3 until = "2026-01-01"                | reconstructed zone table 2026: it ends on 2026-01-01, and begins on 2026-01-01.
    zones 0 faresNok AP9 = 90000                      | zones 0 faresNok AP9: must be <= 10000.
    zones 0 faresNok AP9 = 9000                       | zone 2: AP9 costs 545 kr, less than in zone 1.
    zones 0 faresNok AP4 gone                         | zones 0 faresNok: AP4 is missing.
    zones 4 faresNok AP3 = 100                        | zone 5: AP3 costs 100 kr, less than AP2.
    zones 4 zone = 4                                  | zone 4: it stands where zone 5 is expected.
    zones -1 gone                                     | zones: there are 99 records, but meta counts 100.
  `,
  'ferry-connections.json': `
    damage                                            | rule
    connections empty                                 | connections: must not have fewer than 1 items.
    connections 0 gone                                | connections: there are 140 records, but meta counts 141.
    connections 0 twice; meta counts connections = 142 | 762935973: the id stands there twice.
    connections 0 straightKm = -1                     | connections 0 (762935973) straightKm: must be > 0.
    connections 0 sailingKm = -1                      | connections 0 (762935973) sailingKm: must be > 0.
    connections 0 crossingMin = -20                   | connections 0 (762935973) crossingMin: must be >= 1.
    connections 0 line 0 = [68.72647, 16.85089]       | 762935973 (Sørrollnes-Stangnes): point 0 of its line, 68.72647 16.85089, is far from its quays; longitude goes first.
    connections 0 line 3 = [18, 68.7]                 | 762935973 (Sørrollnes-Stangnes): point 3 of its line, 18 68.7, is far from its quays; longitude goes first.
    connections 0 line -1 = [0, 0]                    | 762935973 (Sørrollnes-Stangnes): point 12 of its line, 0 0, is far from its quays; longitude goes first.
    connections 0 quayIds 0 = "1"                     | 762935973 (Sørrollnes-Stangnes): quay 1 is not in ferry-quays.json.
    connections 0 quayIds 0 twice                     | 762935973 (Sørrollnes-Stangnes): it calls at quay 119344285 twice.
    connections 0 quayIds = ["119344285", "119344286", "371193864"] | 762935973 (Sørrollnes-Stangnes): quay 371193864 (Stornes ferjekai) does not name it.
    connections 0 fare legs 0 zone = 101              | 762935973 (Sørrollnes-Stangnes): zone 101 is not in ferry-tariffs.json.
    connections 0 fare legs 0 quayIds = ["119344285", "1"] | 762935973 (Sørrollnes-Stangnes): its fare names quay 1, at which it does not call.
    connections 0 fare legs 0 quayIds 1 = "119344285" | 762935973 (Sørrollnes-Stangnes): a leg goes from quay 119344285 to itself.
    connections 0 fare legs 0 twice                   | 119344285-119344286: the leg of 762935973 stands there twice.
    connections 0 fare legs 0 table = "none"          | 762935973 (Sørrollnes-Stangnes): the fare table none is not in ferry-tariffs.json.
    connections 0 fare legs empty                     | 762935973 (Sørrollnes-Stangnes): no leg of it has a zone.
  `,
  'ferry-quays.json': `
    damage                                            | rule
    quays empty                                       | quays: must not have fewer than 1 items.
    quays 0 gone                                      | quays: there are 378 records, but meta counts 379.
    quays 0 twice; meta counts quays = 380            | 117614052: the id stands there twice.
    quays 0 connectionIds = ["1"]                     | 117614052 (Moss ferjekai): the connection 1 is not in ferry-connections.json.
    quays 0 connectionIds = ["762935973"]             | 117614052 (Moss ferjekai): the connection 762935973 does not call there.
    quays 0 status = "closed"                         | 117614052 (Moss ferjekai): cars can use it, though its status is closed.
    quays 0 duplicateOf = "117614052"                 | 117614052 (Moss ferjekai): there is no other quay 117614052 that it is a double of.
    quays 0 lat = 51                                  | quays 0 (117614052) lat: must be >= 57.
  `,
  'ferry-payments.json': `
    damage                                            | rule
    payments empty                                    | payments: must not have fewer than 1 items.
    payments 0 twice                                  | autopass-private tag: the payment stands there twice.
    payments 0 agreement = "none"                     | none: the agreement is not in ferry-tariffs.json.
    trailer fares 0 upToM = 12                        | trailer fares 1: a longer trailer must cost more than a shorter.
    trailer fares 1 times = 1                         | trailer fares 1: a longer trailer must cost more than a shorter.
    trailer fares 2 upToM = 20                        | trailer fares: the last has an upToM, so that a longer one has no fare.
  `,
  'vehicle-types.json': `
    damage                                            | rule
    types 0 gone                                      | motorcycle: it has no record.
    types 0 twice                                     | motorcycle: the type stands there twice.
    types 0 type = "lorry"                            | types 0 type: must be equal to one of the allowed values (motorcycle, car, van, bus, truck, camper).
    types 0 codes = ["X1"]                            | types 0 codes 0: must match pattern "^[LMN][1-7]?$".
    types 0 tariffgroup = 2                           | types 0 tariffgroup: no such field.
    tariffGroups group1MaxKg = 35                     | tariffGroups group1MaxKg: must be >= 1000.
  `,
  'speed-cameras.json': `
    damage                                            | rule
    cameras empty                                     | cameras: must not have fewer than 1 items.
    cameras 0 gone                                    | cameras: there are 435 records, but meta counts 436.
    cameras 0 twice; meta counts cameras = 437        | 78774532: the id stands there twice.
    cameras 0 lat = 51                                | cameras 0 (78774532) lat: must be >= 57.
    cameras 0 lon = -14                               | cameras 0 (78774532) lon: must be >= 4.
    cameras 0 road = 5                                | cameras 0 (78774532) road: must be string.
    cameras 0 name gone                               | cameras 0 (78774532): name is missing.
  `,
  'places.json': `
    damage                                            | rule
    places empty                                      | places: must not have fewer than 1 items.
    places 0 gone                                     | places: there are 4516 records, but meta counts 4517.
    places 0 twice; meta counts places = 4518         | Vestbygd (settlement, Farsund) at 58.096311,6.595704: the place stands there twice.
    places 0 lat = 51                                 | places 0 (Vestbygd) lat: must be >= 57.
    places 0 lon = -14                                | places 0 (Vestbygd) lon: must be >= 4.
    places 0 rank = 9                                 | places 0 (Vestbygd) rank: must be <= 6.
  `,
  'postcodes.json': `
    damage                                            | rule
    postcodes empty                                   | postcodes: must not have fewer than 1 items.
    postcodes 0 gone                                  | postcodes: there are 5082 records, but meta counts 5083.
    postcodes 0 code = "0010"                         | 0010: the code stands there twice.
    postcodes 0 lat = 51                              | postcodes 0 lat: must be >= 57.
  `,
  'holidays.json': `
    damage                                            | rule
    rules empty                                       | rules: must not have fewer than 1 items.
    meta date = "2049-01-01"                          | meta date: must be a day from 1980-01-01 to 2039-12-31, not 2049-01-01.
    rules 0 gone                                      | rules: there are 14 records, but meta counts 15.
    rules 0 gone; meta counts rules = 14              | 01-01: the public-holiday is missing.
    rules 1 gone; meta counts rules = 14              | Easter -4: the half-day is missing.
    rules 0 kind = "half-day"                         | 01-01: the public-holiday is missing.
    rules 7 month = 2                                 | 05-17: the public-holiday is missing.
    rules 7 month = 2; rules 7 day = 31               | 17. mai: no year has a 02-31, or not every one.
    rules 7 month = 2; rules 7 day = 29               | 17. mai: no year has a 02-29, or not every one.
    rules 0 twice; meta counts rules = 16             | 01-01: the day stands there twice.
  `,
  'plans.json': `
    damage                                            | rule
    plans free callsPerDay = 5001                     | pilot: it must give more calls than the plan free.
    plans pilot callsPerDay = 100000                  | enterprise: it must give more calls than the plan pilot.
    plans pilot nokPerMonth = 0                       | pilot: it must cost more than the plan free.
    plans pilot nokPerMonth gone                      | enterprise: it must cost more than the plan pilot.
    plans enterprise nokPerMonth = 1399               | enterprise: it must cost more than the plan pilot.
    plans free nokPerMonth = 10                       | free: it must cost 0 kr.
  `,
  'self-test.json': `
    damage                                            | rule
    trips 0 tollNok = 0                               | Lysaker-Oslo in the rush: a trip that costs nothing tests nothing.
    trips 0 startTime = "2026-09-15"                  | Lysaker-Oslo in the rush: startTime must be a date-time.
  `,
  'account-limits.json': `
    damage                                            | rule
    visits demo-from-address gone                     | visits: demo-from-address is missing.
    visits key-change empty                           | visits key-change: must not have fewer than 1 items.
    visits key-change 0 per = "day"                   | visits key-change: must not have the same per twice.
    visits link-for-pair 0 most = 15                  | link-for-pair: it must be less than what a mailbox is sent.
    visits link-for-mailbox 0 most = 5                | link-for-pair: it must be less than what a mailbox is sent.
    visits account-from-address 0 most = 0            | visits account-from-address 0 most: must be >= 1.
    visits other = []                                 | visits other: no such field.
    liveKeys = 0                                      | liveKeys: must be >= 1.
    keepDays audit = 365                              | keepDays audit: must be >= 366.
  `,
  'road-closures.json': `
    damage                                            | rule
    sections empty                                    | sections: must not have fewer than 1 items.
    sections 0 gone                                   | closed: there are 29 records, but meta counts 30.
    sections 76 gone; sections 70 gone; sections 68 gone; sections 66 gone | private-toll: there are 0 records, but meta counts 4.
    ferries 0 gone                                    | ferries: there are 2 records, but meta counts 3.
    sections 0 twice; meta counts closed = 31         | 79089974: the id stands there twice.
    sections 0 kind = "open"                          | sections 0 (79089974) kind: must be equal to constant.
    sections 0 closed gone                            | sections 0 (79089974): closed is missing.
    sections 0 ends 0 lat = 6                         | sections 0 (79089974) ends 0 (Kvammadal bom (Aurland)) lat: must be >= 57.
    sections 0 road = "Fv 5627"                       | sections 0 (79089974) road: must match pattern "^[ERFKP]\\d*$".
    sections 0 source gone                            | sections 0 (79089974): source is missing.
    ferries 0 connectionId gone                       | ferries 0 (1015088846): connectionId is missing.
    nightHours publishedFor 0 = "79089974"            | nightHours: published for 79089974, which is not closed at night.
  `,
  'ferry-service.json': `
    damage                                            | rule
    services empty                                    | services: must not have fewer than 1 items.
    services 0 gone                                   | services: there are 43 records, but meta counts 44.
    services 0 twice; meta counts services = 45       | services: must not have the same connectionId twice.
    services 0 connectionId = "1"                     | 1 (Sørrollnes-Stangnes): no connection has this id and name.
    services 0 name = "Moss-Horten"                   | 762935973 (Moss-Horten): no connection has this id and name.
    services 0 source gone                            | services 0 (Sørrollnes-Stangnes): source is missing.
    services 0 asOf = "2016-13-01"                    | services 0 (Sørrollnes-Stangnes) asOf: must be a day of the calendar such as 2026-02-28, not 2016-13-01.
    services 0 crossings 0 min = 0                    | services 0 (Sørrollnes-Stangnes) crossings 0 min: must be > 0.
    services 0 crossings 0 quayIds 0 = "117614052"    | 762935973 (Sørrollnes-Stangnes): it names quay 117614052, at which it does not call.
    services 0 sailings 0 fromQuayId = "117614052"    | 762935973 (Sørrollnes-Stangnes): it names quay 117614052, at which it does not call.
    services 0 sailings 1 days = [5,6,7]              | day 5 from quay 119344286 of Sørrollnes-Stangnes: the row stands there twice.
    services 0 sailings 0 days = [0]                  | services 0 (Sørrollnes-Stangnes) sailings 0 days 0: must be >= 1.
    services 0 sailings 0 days = []                   | services 0 (Sørrollnes-Stangnes) sailings 0 days: must not have fewer than 1 items.
    services 0 sailings 0 headwayMin gone             | services 0 (Sørrollnes-Stangnes) sailings 0: headwayMin is missing.
    services 0 sailings 0 headwayMin = 2000           | services 0 (Sørrollnes-Stangnes) sailings 0 headwayMin: must be <= 1440.
    services 0 sailings 0 first = 6                   | services 0 (Sørrollnes-Stangnes) sailings 0 first: must be string.
    estimates empty                                   | estimates: must not have fewer than 1 items.
    estimates 0 vessels = 0                           | estimates 0 vessels: must be > 0.
    estimates 0 road = "X"                            | estimates 0 road: must be equal to one of the allowed values (E, R, F, K, P).
    estimates 0 why gone                              | estimates 0: why is missing.
  `,
  'demo-vehicles.json': `
    damage                                            | rule
    vehicles 0 gone                                   | vehicles: there are 5 records, but meta counts 6.
    vehicles 0 plates 0 = "AB12345"                   | vehicles 0 plates 0: must be a plate that is never issued, such as QQ10001, not AB12345.
    vehicles 0 plates 0 = "QQ10002"                   | QQ10002: the plate stands there twice.
    vehicles 0 response kjoretoydataListe 0 empty     | vehicles 0 response kjoretoydataListe 0: kjoretoyId is missing.
    vehicles 0 response kjoretoydataListe 0 godkjenning empty | n3-lorry-diesel-euro6: its record does not tell category, weight and fuel.
    vehicles 0 response kjoretoydataListe 0 kjoretoyId kjennemerke = "AB 12345" | n3-lorry-diesel-euro6: its record has the plate AB12345, which is not named as invented.
    vehicles 0 response kjoretoydataListe 0 kjoretoyId understellsnummer = "12345678901234567" | vehicles 0 response kjoretoydataListe 0 kjoretoyId understellsnummer: must begin with TESTSYNTH, as no real one does, not 12345678901234567.
  `,
  'toll-stations.json': `
    damage | rule
    stations 82443541 smallNok = 1000000000 | stations 0 (82443541) smallNok: must be <= 100000.
    stations 82443541 smallNok = 99999 | 82443541 (Sandviken): small is 99999 kr, and no toll of small vehicles is above 1000 kr.
    stations 82443541 largeNok = 3001 | 82443541 (Sandviken): large is 3001 kr, and no toll of large vehicles is above 3000 kr.
    stations 82443541 largeNok = 8.8 | 82443541 (Sandviken): small is 38 kr, which is above 8.8 kr of large.
    stations 82443541 largeNok = 38 | none
    stations 82443541 smallRushNok = 37 | 82443541 (Sandviken): small is 37 kr in rush, which is below 38 kr outside it.
    stations 82443541 smallRushNok = 38 | none
    stations 82443541 smallNok = null | 82443541 (Sandviken): small has a price in rush and none outside it.
    stations 82443541 largeRushNok = 69 | 82443541 (Sandviken): large is 69 kr in rush, which is below 88 kr outside it.
    stations 82443541 lat = 5.31 | stations 0 (82443541) lat: must be >= 57.
    stations 82443541 lon = 1.5 | stations 0 (82443541) lon: must be >= 4.
    stations 82443541 lon = 18.06 | 82443541 (Sandviken): it stands 299 km outside Norway.
    stations 82443541 rush = ["09:00-06:30"] | 82443541 (Sandviken): the window 09:00-06:30 ends before it begins, or the next day.
    stations 82443541 rush = ["23:00-24:30"] | 82443541 (Sandviken): the window 23:00-24:30 ends before it begins, or the next day.
    stations 82443541 rush = ["06:30-09:00","08:00-10:00"] | 82443541 (Sandviken): the window 08:00-10:00 begins before the last one ends.
    stations 82443541 observedFrom = "2026-09-10" | none
    stations 82443541 observedFrom = "2026-09-11" | 82443541 (Sandviken): its tariff was seen on 2026-09-11, after the day of the file, 2026-09-10.
    stations 82443541 observedFrom = "2025-02-30" | stations 0 (82443541) observedFrom: must be a day of the calendar such as 2026-02-28, not 2025-02-30.
    stations 82443541 observedUntil = "2026-09-10" | none
    stations 82443541 observedUntil = "2026-09-11" | 82443541 (Sandviken): its tariff was seen on 2026-09-11, after the day of the file, 2026-09-10.
    stations 82443541 observedUntil = "2026-09-09" | 82443541 (Sandviken): its tariff was last seen on 2026-09-09, before it was first seen.
    stations 209148815 staleTwinOf = "1" | 209148815 (E 18 hovedløp): it repeats 1, which is no other station of the file.
    stations 209148815 staleTwinOf = "209148815" | 209148815 (E 18 hovedløp): it repeats 209148815, which is no other station of the file.
    stations 0 earlier = [{"from": "2026-01-01", "until": "2026-09-01", "smallNok": 30, "largeNok": 80, "smallRushNok": null, "rush": null}] | none
    stations 0 earlier = [{"from": "2026-01-01", "until": "2026-09-10", "smallNok": 30, "largeNok": 80, "smallRushNok": null, "rush": null}] | none
    stations 0 earlier = [{"from": "2026-01-01", "until": "2026-09-11", "smallNok": 30, "largeNok": 80, "smallRushNok": null, "rush": null}] | 82443541 (Sandviken): its tariff from 2026-01-01 ends on 2026-09-11, not in between the others.
    stations 0 earlier = [{"from": "2026-01-01", "until": "2026-01-01", "smallNok": 30, "largeNok": 80, "smallRushNok": null, "rush": null}] | 82443541 (Sandviken): its tariff from 2026-01-01 ends on 2026-01-01, not in between the others.
    stations 0 earlier = [{"from": "2026-01-01", "until": "2026-09-01", "smallNok": 90, "largeNok": 80, "smallRushNok": null, "rush": null}] | 82443541 (Sandviken) from 2026-01-01: small is 90 kr, which is above 80 kr of large.
    stations 0 earlier = [{"from": "2026-01-01", "until": "2026-09-01", "smallNok": 30, "largeNok": 9000, "smallRushNok": null, "rush": null}] | 82443541 (Sandviken) from 2026-01-01: large is 9000 kr, and no toll of large vehicles is above 3000 kr.
    meta date = "2099-01-01" | meta date: must be a day from 1980-01-01 to 2039-12-31, not 2099-01-01.
    meta date = "2026-99-99" | meta date: must be a day of the calendar such as 2026-02-28, not 2026-99-99.
    meta date = "1926-09-10" | meta date: must be a day from 1980-01-01 to 2039-12-31, not 1926-09-10.
    meta date = "2006-09-10" | meta date: must be a day from 2016-01-01 on, not 2006-09-10.
    meta counts stations = 462 | stations: there are 463 records, but meta counts 462.
    meta counts autopass = 439 | autopass: there are 438 records, but meta counts 439.
    meta counts one-way gone | one-way: there are 169 records, but meta counts none.
    meta counts gone | meta: counts is missing.
    gone = [{"id": "1", "name": "Old", "project": "oslo", "passageKey": "oslo/old", "until": "2026-09-11"}] | 1 (Old): it is gone on 2026-09-11, after the day of the file, 2026-09-10.
  `,
  'toll-projects.json': `
    damage | rule
    meta date = "2099-01-01" | meta date: must be a day from 1980-01-01 to 2039-12-31, not 2099-01-01.
    meta date = "2026-09-10" | oslo: the cap Bygrensen is known on 2026-11-20, after 2026-09-10 of the file.
    meta counts projects = 79 | projects: there are 80 records, but meta counts 79.
    meta counts tariffs = 165 | tariffs: there are 166 records, but meta counts 165.
    projects oslo tariffs 2025-01-01 small = 99999 | oslo, tariff of 2025-01-01: small is 99999 kr, and no toll of small vehicles is above 1000 kr.
    projects oslo tariffs 2025-01-01 small = 400 | oslo, tariff of 2025-01-01: small is 46 kr in rush, which is below 400 kr outside it.
    projects oslo tariffs 2025-01-01 smallRush = 0 | oslo, tariff of 2025-01-01: small is 0 kr in rush, which is below 40 kr outside it.
    projects oslo tariffs 2025-01-01 small gone | oslo, tariff of 2025-01-01: small has a price in rush and none outside it.
    projects oslo tariffs 2024-01-01 large = 3.7 | oslo, tariff of 2024-01-01: small is 37 kr, which is above 3.7 kr of large.
    projects oslo tariffs 2024-01-01 largeRush = 15000 | oslo, tariff of 2024-01-01: large is 15000 kr, and no toll of large vehicles is above 3000 kr.
    projects oslo tariffs 2024-01-01 byFuel electric off = 160 | oslo, tariff of 2024-01-01: electric is 19 kr in rush, which is below 160 kr outside it.
    projects oslo tariffs 2024-01-01 byFuel electric rush = 41 | oslo, tariff of 2024-01-01: electric in rush is 41 kr, which is above 39 kr of petrol.
    projects oslo tariffs 2024-01-01 byFuel petrol rush = 43 | oslo, tariff of 2024-01-01: petrol in rush is 43 kr, which is above 42 kr of small.
    projects oslo tariffs 2024-01-01 byFuel electric off = 10000 | oslo, tariff of 2024-01-01: electric is 10000 kr, and no toll of small vehicles is above 1000 kr.
    projects oslo tariffs 2024-01-01 byEuroClass euro-6 rush = 9100 | oslo, tariff of 2024-01-01: euro-6 is 9100 kr, and no toll of large vehicles is above 3000 kr.
    projects oslo tariffs 2024-01-01 byEuroClass euro-6 rush = 151 | oslo, tariff of 2024-01-01: euro-6 in rush is 151 kr, which is above 150 kr of large.
    projects oslo tariffs 2024-01-01 byEuroClass euro-6 rush = 150 | none
    projects oslo tariffs 2024-01-01 from = "2025-02-30" | projects 0 (oslo) tariffs 12 from: must be a day of the calendar such as 2026-02-28, not 2025-02-30.
    projects oslo tariffs 2024-01-01 from = "2026-13-45" | projects 0 (oslo) tariffs 12 from: must be a day of the calendar such as 2026-02-28, not 2026-13-45.
    projects oslo tariffs 2024-01-01 from = "2040-01-01" | projects 0 (oslo) tariffs 12 from: must be a day from 1980-01-01 to 2039-12-31, not 2040-01-01.
    projects oslo tariffs 2024-01-01 until = "2023-12-31" | projects 0 (oslo) tariffs 12: must not end before it begins.
    projects oslo caps 0 knownOn = "9999-99-99" | projects 0 (oslo) caps 0 knownOn: must be a day of the calendar such as 2026-02-28, not 9999-99-99.
    projects oslo caps 0 knownOn = "2026-11-24" | oslo: the cap Bygrensen is known on 2026-11-24, after 2026-11-23 of the file.
    projects oslo caps 0 perMonth = 6000 | projects 0 (oslo) caps 0 perMonth: must be <= 310.
    projects oslo hourRules 0 windowMin = 52560000 | projects 0 (oslo) hourRules 0 windowMin: must be <= 240.
    projects oslo hourRules 0 onceBetween = "20:00-19:00" | oslo: the window 20:00-19:00 ends before it begins, or the next day.
    projects oslo rush 0 windows = ["15:00-17:00", "06:30-09:00"] | oslo: the window 06:30-09:00 begins before the last one ends.
    projects tresfjord reversedRules 0 windowMin = 6000 | projects 53 (tresfjord) reversedRules 0 windowMin: must be <= 240.
    projects trondheim unappliedRules 0 atLeast = 4 | trondheim: a rule asks for 4 of 3 stations.
    projects grenland undatedTariffs 0 largeRush = 5.4 | grenland, an undated tariff: large is 5.4 kr in rush, which is below 40 kr outside it.
  `,
  'renewal.json': `
    damage                                            | rule
    limits mostMovedM gone                            | limits: mostMovedM is missing.
    limits mostFallPercent value = 100                | limits mostFallPercent value: must be <= 50.
    limits mostFactor value = 0                       | limits mostFactor value: must be >= 1.1.
    limits besideNorwayM value = 1000000              | limits besideNorwayM value: must be <= 20000.
    limits askLinksAgainAfterDays value = 0           | limits askLinksAgainAfterDays value: must be >= 1.
  `,
};

describe.each(Object.entries(DAMAGES))('%s', (file, art) => {
  test.each(table<'damage' | 'rule'>(art))(
    '$damage is refused: $rule',
    ({ damage: words, rule }) => {
      damageFile(file, words);
      const check = expect(() => checkDataFile(data, file));
      if (rule === 'none') check.not.toThrow();
      else check.toThrow(new Error(`${file}, ${rule}`));
    },
  );
});

function damageFile(file: string, words: string): void {
  const content: Json = JSON.parse(readFileSync(join(DATA_DIR, file), 'utf8'));
  for (const step of words.split('; ')) damage(content, step);
  rmSync(join(data, file), { force: true });
  writeFileSync(join(data, file), JSON.stringify(content));
}

/** The outline of a box. */
const boxOf = (south: number, west: number, north: number, east: number) =>
  encodePolyline([
    { lat: south, lon: west },
    { lat: south, lon: east },
    { lat: north, lon: east },
    { lat: north, lon: west },
  ]);
const BESIDE_NORWAY = boxOf(55, 8, 71, 31);
const WITHOUT_THE_NORTH = boxOf(57, 4, 68, 31);

test.each([
  ['nothing at all', '', 'rings 0 line: must say something.'],
  ['one corner', '??', 'rings 0: 1 corners enclose nothing.'],
  ['a box that begins in Germany', BESIDE_NORWAY, 'rings 0: the corner 55,8 is far from Norway.'],
  ['the south alone', WITHOUT_THE_NORTH, 'rings: Vadsø of places.json lies outside all of them.'],
  [
    'a text that is cut',
    WITHOUT_THE_NORTH.slice(0, -1),
    'rings 0: it does not read back as it is written.',
  ],
])('an outline of Norway that is %s is refused', (_what, line, rule) => {
  damageFile('norway.json', `rings 0 line = ${JSON.stringify(line)}`);
  expect(() => checkDataFile(data, 'norway.json')).toThrow(new Error(`norway.json, ${rule}`));
});

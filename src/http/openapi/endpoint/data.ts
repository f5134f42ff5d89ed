import { SpeedCamerasFile, TollStationsFile } from '../../schema/data-files.ts';
import { FerryQuays } from '../../schema/quay.ts';
import type { Endpoint } from '../endpoint.ts';

export const FERRY_QUAYS = {
  path: '/api/ferry-quays',
  access: 'key',
  operationId: 'listFerryQuays',
  tag: 'Data',
  summary: 'All Norwegian ferry quays',
  description: 'Object type 64 of the national road database. May be kept for 24 hours.',
  answer: { description: 'Every quay.', schema: FerryQuays, caching: 'revalidated' },
  faults: [],
} as const satisfies Endpoint;

/** An operator may open the two files to everybody. */
const OPENED = 'A server may be set to give it without a key (`PUBLIC_DATA=1`).';

export const TOLL_STATIONS = {
  path: '/data/toll-stations.json',
  access: 'key',
  operationId: 'getTollStations',
  tag: 'Data',
  summary: 'All toll stations, as a raw file',
  description: `Tariffs, rush windows, operator, hour-rule group, charged direction and position of each station. May be kept for an hour. ${OPENED}`,
  answer: { description: 'The file as it is.', schema: TollStationsFile, caching: 'revalidated' },
  faults: [],
} as const satisfies Endpoint;

export const SPEED_CAMERAS = {
  path: '/data/speed-cameras.json',
  access: 'key',
  operationId: 'getSpeedCameras',
  tag: 'Data',
  summary: 'All speed cameras, as a raw file',
  description: `Object type 162 of the national road database. May be kept for an hour. ${OPENED}`,
  answer: { description: 'The file as it is.', schema: SpeedCamerasFile, caching: 'revalidated' },
  faults: [],
} as const satisfies Endpoint;

import { VehicleBody, VehicleQuery } from '../../schema/vehicle.ts';
import type { Endpoint } from '../endpoint.ts';

export const VEHICLE = {
  path: '/api/vehicle',
  access: 'counted',
  operationId: 'getVehicle',
  tag: 'Vehicles',
  summary: 'A vehicle by its registration number',
  description: `The record as the vehicle register wrote it, with all its members; the ones described here are those that matter for tolls, and
each of them may be missing. A permitted total weight above 3 500 kg is tariff group 2: ask \`/api/route\` with \`heavy=1\`.
Vehicle data changes rarely: keep it, and save your quota.`,
  query: VehicleQuery,
  answer: {
    description: 'The record of the vehicle.',
    schema: VehicleBody,
    caching: 'never',
  },
  faults: ['invalid_parameter', 'not_found', 'upstream_broken', 'upstream_down'],
} as const satisfies Endpoint;

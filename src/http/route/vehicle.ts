import { callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { JSON_TYPE } from '../headers.ts';
import { ErrorBody } from '../schema/error.ts';
import { VehicleBody, VehicleQuery } from '../schema/vehicle.ts';
import type { Services } from '../services.ts';

const SCHEMA = {
  querystring: VehicleQuery,
  response: { 200: VehicleBody, '4xx': ErrorBody, '5xx': ErrorBody },
};

/** `GET /api/vehicle`: the technical data of a vehicle by its plate. */
export function vehicle(app: App, services: Services): void {
  app.get(
    '/api/vehicle',
    { schema: SCHEMA, config: { access: 'counted' } },
    async (request, reply) => {
      callOf(request).watch.enter('look-up');
      const record = await services.findVehicle(request.query.plate, request.signal);
      reply.header('cache-control', 'no-store').type(JSON_TYPE);
      return record;
    },
  );
}

import { VehicleBody } from '../../wire/vehicle.ts';
import { callOf } from '../call.ts';
import type { App } from '../framework.ts';
import { JSON_TYPE } from '../headers.ts';
import { termsOf } from '../openapi/endpoint.ts';
import { VEHICLE } from '../openapi/endpoints.ts';
import type { Services } from '../services.ts';
import { servedTo } from '../test-calls.ts';

/** `GET /api/vehicle`: the technical data of a vehicle by its plate. */
export function vehicle(app: App, services: Services): void {
  app.get(VEHICLE.path, termsOf(VEHICLE, VehicleBody), async (request, reply) => {
    callOf(request).watch.enter('look-up');
    const record = await servedTo(request, services).findVehicle(
      request.query.plate,
      request.signal,
    );
    reply.header('cache-control', 'no-store').type(JSON_TYPE);
    return record;
  });
}

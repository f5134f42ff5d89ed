/** The shape of what a build leaves behind. */
import Type from 'typebox';
import { strict, Text } from '../facts/schema/values.ts';

const LatLon = Type.Object({
  lat: Type.Number({ minimum: -90, maximum: 90 }),
  lon: Type.Number({ minimum: -180, maximum: 180 }),
});

/** `gates.json`, which a build writes beside the network; see `Gate`. */
export const GatesFile = Type.Array(
  strict({
    stationId: Text,
    at: LatLon,
    forwardBearingDeg: Type.Number({ minimum: 0, maximum: 360 }),
    charged: Type.Enum(['forward', 'backward', 'both']),
  }),
);

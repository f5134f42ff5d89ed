// @ts-check
/**
 * Trips that show in one click what the service knows. `time` is the wall clock, on the next
 * weekday; absent: now.
 *
 * @typedef {object} Example
 * @property {string} id
 * @property {readonly (readonly [name: string, lat: number, lon: number])[]} stops
 * @property {string} [time]
 * @property {string} [vehicleLength]
 */

/** @type {readonly Example[]} */
export const EXAMPLES = [
  {
    id: 'rush',
    stops: [
      ['Lysaker', 59.9125, 10.636],
      ['Oslo', 59.9139, 10.7522],
    ],
    time: '08:00',
  },
  {
    id: 'mountains',
    stops: [
      ['Bergen', 60.3913, 5.3221],
      ['Oslo', 59.9139, 10.7522],
    ],
  },
  {
    id: 'coast',
    stops: [
      ['Bergen', 60.3913, 5.3221],
      ['Stavanger', 58.97, 5.7331],
    ],
    vehicleLength: '7',
  },
];

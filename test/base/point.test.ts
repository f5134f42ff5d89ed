import { expect, test } from 'vitest';
import { parseLatLon } from '../../src/base/point.ts';

test.each([
  ['59.91,10.75', { lat: 59.91, lon: 10.75 }],
  [' 59.91 , 10.75 ', { lat: 59.91, lon: 10.75 }],
  ['-90,-180', { lat: -90, lon: -180 }],
  ['90,180', { lat: 90, lon: 180 }],
])('%j has the latitude first', (text, point) => {
  expect(parseLatLon(text)).toEqual(point);
});

test.each([
  ['90.1,0', 'has the latitude 90.1, which must be between -90 and 90'],
  ['0,-180.1', 'has the longitude -180.1, which must be between -180 and 180'],
  ['1', 'must be "<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522'],
  ['1,2,3', 'must be "<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522'],
  ['5.991e1,10.75', 'must be "<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522'],
  ['59.91,1E1', 'must be "<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522'],
  ['1,x', 'must be "<lat>,<lon>" in WGS84 degrees, such as 59.9139,10.7522'],
])('%j: %s', (text, problem) => {
  expect(parseLatLon(text)).toEqual({ problem });
});

import { expect, test } from 'vitest';
import { toFault } from '../../../src/upstream/valhalla/engine.ts';
import { table } from '../../support/table.ts';

test.each(
  table<'message' | 'code' | 'fault'>(`
    message                                                    | code | fault
    Route error: No path could be found for input              |      | route_not_possible
    Route error: No suitable edges near location               |      | route_not_possible
    Route error: Path distance exceeds the max distance limit  |      | route_not_possible
    Route error: Locations are in unconnected regions          |      | route_not_possible
    worded otherwise                                           | 442  | route_not_possible
    worded otherwise                                           | 171  | route_not_possible
    worded otherwise                                           | 170  | route_not_possible
    worded otherwise                                           | 154  | route_not_possible
    Route error: Failed to parse json request                  |      | upstream_broken
    Route error: Failed to parse location                      | 130  | upstream_broken
    out of memory                                              |      | upstream_broken
  `),
)('"$message" $code becomes $fault', ({ message, code, fault }) => {
  const cause = new Error(message);
  if (code !== '') Object.assign(cause, { code: Number(code) });
  expect(toFault(cause)).toMatchObject({ code: fault, message, cause });
});

test('the engine’s own words never reach the caller', () => {
  expect(toFault(new Error('/tiles/0/003/015.gph broke')).publicMessage).toBe(
    'The routing engine failed.',
  );
  expect(toFault(new Error('No path could be found')).publicMessage).toBe('route_not_possible');
});

test.each([['a text'], [undefined], [null]])(
  'something thrown that is no error, %s, is a fault',
  (cause) => {
    expect(toFault(cause).code).toBe('upstream_broken');
  },
);

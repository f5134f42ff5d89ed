import { expect, test } from 'vitest';
import { rememberVehicles } from '../../../src/upstream/vehicle-register/open-service.ts';

/** A register that counts what it is asked. */
function counting(record: string | undefined) {
  const asked: string[] = [];
  const register = rememberVehicles(
    {
      findVehicle: async (plate) => {
        asked.push(plate);
        return record;
      },
      whyUnknown: 'It has few.',
    },
    () => 0,
  );
  return { register, asked };
}

test('what is remembered has an end: the plates that nobody asks for any more go first', async () => {
  const { register, asked } = counting(undefined);
  for (let i = 0; i <= 5000; i++) await register.findVehicle(`P${i}`);
  await register.findVehicle('P5000');
  expect(asked).toHaveLength(5001);
  await register.findVehicle('P0');
  expect(asked).toHaveLength(5002);
});

test('a few huge records do not fill the memory', async () => {
  const { register, asked } = counting('x'.repeat(9_000_000));
  for (const plate of ['P1', 'P2', 'P3', 'P3', 'P1']) await register.findVehicle(plate);
  expect(asked).toEqual(['P1', 'P2', 'P3', 'P1']);
});

test('the sentence of the register stays', () => {
  expect(counting(undefined).register.whyUnknown).toBe('It has few.');
});

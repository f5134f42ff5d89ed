import { expect, test } from 'vitest';
import { CannotMake, type Fault, FULL_PACE, see } from '../../measure/chaos/fault.ts';

const failing = (error: Error): Fault => ({
  name: 'a fault',
  expected: 'nothing',
  run: () => Promise.reject(error),
});

test('what a machine can not do is no broken promise, and has a reason', async () => {
  const outcome = await see(failing(new CannotMake('only root may mount')), FULL_PACE);
  expect(outcome).toBeInstanceOf(CannotMake);
  expect(outcome).toMatchObject({ message: 'only root may mount' });
});

test('anything else that is thrown breaks a promise', async () => {
  const outcome = await see(failing(new Error('exit code 1')), FULL_PACE);
  expect(outcome).toMatchObject({ broken: ['exit code 1'], made: [] });
});

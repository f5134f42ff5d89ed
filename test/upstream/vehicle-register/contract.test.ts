/**
 * What the register promises us, held against the fake, and with `LIVE=1` against the register
 * itself: `VEHICLE_REGISTER_KEY` is the key, `VEHICLE_REGISTER_URL` another address than the usual
 * one, `VEHICLE_REGISTER_PLATE` a plate that exists; without it no record is asked for.
 */
import { describe, expect, onTestFinished, test } from 'vitest';
import { findVehicleBy, openServices, toConfig } from '../../../src/service/config.ts';
import { REGISTER_KEY, registerHandler } from '../../support/fake-upstream/vehicle-register.ts';
import { startFakeUpstream } from '../../support/fake-upstream.ts';

const { env } = process;
const isLive = env.LIVE === '1' && env.VEHICLE_REGISTER_KEY !== undefined;

describe('the fake register', () => {
  const openFake = async (key = REGISTER_KEY) => {
    const fake = await startFakeUpstream(registerHandler);
    onTestFinished(fake.stop);
    return open({ VEHICLE_REGISTER_URL: fake.url, VEHICLE_REGISTER_KEY: key });
  };
  keepsItsPromises(openFake, 'QQ12345');
});

describe.skipIf(!isLive)('the register itself, with LIVE=1 and VEHICLE_REGISTER_KEY', () => {
  const openLive = async (key = env.VEHICLE_REGISTER_KEY) =>
    open({ VEHICLE_REGISTER_URL: env.VEHICLE_REGISTER_URL, VEHICLE_REGISTER_KEY: key });
  keepsItsPromises(openLive, env.VEHICLE_REGISTER_PLATE);
});

/** @param plate one that exists; absent: nobody has named one. */
function keepsItsPromises(openRegister: (key?: string) => Promise<Opened>, plate?: string): void {
  test.skipIf(plate === undefined)(
    'gives the record of a plate, whatever else it has',
    async () => {
      const { findVehicle } = await openRegister();
      const record = JSON.parse(await findVehicle(plate ?? ''));
      expect(record.kjoretoydataListe[0]).toBeTypeOf('object');
    },
  );

  // Q is in no ordinary plate; the others break the rules of every series.
  test.each(['QQ99999', 'ÆØÅÆØÅÆ', '0Q'])('knows no %s', async (unknown) => {
    const { findVehicle } = await openRegister();
    await expect(findVehicle(unknown)).rejects.toMatchObject({ code: 'not_found' });
  });

  test('refuses a key that it does not know, and the operator hears of it', async () => {
    const { findVehicle, alarms } = await openRegister('11111111-1111-4111-8111-111111111111');
    await expect(findVehicle('QQ99999')).rejects.toMatchObject({ code: 'upstream_broken' });
    expect(alarms).toHaveLength(1);
  });
}

type Opened = Awaited<ReturnType<typeof open>>;

async function open(settings: Readonly<Record<string, string | undefined>>) {
  const { services } = toConfig({ VEHICLE_REGISTER: 'vegvesen', ...settings });
  const alarms: unknown[][] = [];
  const error = (...line: unknown[]) => void alarms.push(line);
  const opened = await openServices(services, { error, warn: error, debug: error });
  const findVehicle = findVehicleBy(opened);
  onTestFinished(async () => opened.vehicle?.server.close());
  return { findVehicle, alarms };
}

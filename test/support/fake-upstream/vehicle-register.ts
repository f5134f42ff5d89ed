import type { FakeHandler } from '../fake-upstream.ts';
import { json } from './answer.ts';

/** The key that the fake knows. */
export const REGISTER_KEY = '00000000-0000-4000-8000-000000000000';

/** An invented vehicle. Q is used neither in ordinary plates nor in chassis numbers. */
export const RECORD = {
  kjoretoydataListe: [
    {
      kjoretoyId: { kjennemerke: 'QQ 12345', understellsnummer: 'QQQ00000000000001' },
      kjennemerke: [
        { kjennemerke: 'QQ 12345', kjennemerkekategori: 'KJORETOY' },
        { kjennemerke: 'ÆØÅ QQ', kjennemerkekategori: 'PERSONLIG' },
      ],
      forstegangsregistrering: { registrertForstegangNorgeDato: '2031-02-03' },
      registrering: { registreringsstatus: { kodeVerdi: 'REGISTRERT', tidligereKodeVerdi: [] } },
      godkjenning: {
        tekniskGodkjenning: {
          tekniskeData: {
            dimensjoner: { lengde: 4500 },
            vekter: { egenvektMinimum: 1800, tillattTotalvekt: 2300 },
            miljodata: {
              miljoOgdrivstoffGruppe: [
                { drivstoffKodeMiljodata: { kodeVerdi: '5', kodeNavn: 'Elektrisk' } },
              ],
            },
          },
        },
      },
    },
  ],
};

/** A vehicle register as users of the real one describe it, with the plate of `RECORD` and its personal plate. */
export const registerHandler: FakeHandler = ({ path, headers }) => {
  if (headers['svv-authorization'] !== `Apikey ${REGISTER_KEY}`) return json('', 403);
  const { searchParams } = new URL(path, 'http://register.invalid');
  const plate = searchParams.get('kjennemerke') ?? '';
  if ([...searchParams.keys()].join() !== 'kjennemerke' || plate.length < 2) return json('', 400);
  if (PLATES.includes(plate)) return json(RECORD);
  return json({ feilmelding: 'OPPLYSNINGER_IKKE_TILGJENGELIGE', kjoretoydataListe: [] });
};

/** A register that knows the same vehicle under any plate. */
export const anyPlateHandler: FakeHandler = ({ path }) => {
  const kjennemerke = new URL(path, 'http://register.invalid').searchParams.get('kjennemerke');
  const [vehicle] = RECORD.kjoretoydataListe;
  return json({
    kjoretoydataListe: [{ ...vehicle, kjoretoyId: { kjennemerke }, kjennemerke: [] }],
  });
};

const PLATES = ['QQ12345', 'ÆØÅQQ'];

/** Statements in a line of text, and what is found in them. */
import { toCalendar } from '../../src/base/calendar.ts';
import { fromNok } from '../../src/base/nok.ts';
import { fromOsloWallClock } from '../../src/base/oslo-time.ts';
import { atOnce } from '../../src/base/steps.ts';
import type { TollStation } from '../../src/pricing/toll/law.ts';
import { reconcile as stepReconcile } from '../../src/statement/reconcile.ts';
import type { BilledPassage, ReconcileTerms } from '../../src/statement/statement.ts';
import { project } from '../pricing/toll/stations.ts';

/** A small diesel car with a tag, without a holiday, over the stations of a test. */
export const termsOf = (
  stations: readonly TollStation[],
  facts: Partial<ReconcileTerms> = {},
): ReconcileTerms => ({
  tolls: {
    stations,
    findStation: (id: string) => stations.find((one) => one.id === id),
    otherProject: project(),
    capGroups: ['bridge'],
    valueAddedTax: [{ from: '2005-01-01', percent: 25 }],
  },
  calendar: toCalendar([]),
  vehicle: { size: 'small', tagged: true, fuel: 'diesel' },
  ...facts,
});

/** Two passages of a month are paid. */
export const BRIDGE_CAP = {
  key: 'bridge',
  name: 'Bridge',
  bySize: { small: [{ from: '2000-01-01', perMonth: 2, knownOn: '2026-01-01', source: 'test' }] },
};

/** `12:00 North 32, 19T12:00 North 40/8`: days of November 2026, the 18th where none is written, a Wednesday; tax after a stroke. */
export const rowsOf = (text: string): BilledPassage[] =>
  text.split(', ').map((one, i) => {
    const [, moment = '', station = '', nok = '', vat] =
      /^(\S+) (.+) ([^\s/]+)(?:\/(\S+))?$/.exec(one) ?? [];
    return {
      line: i + 1,
      atMs: momentOf(moment),
      station,
      ore: fromNok(Number(nok)),
      ...(/^\d+$/.test(nok) && { isWhole: true }),
      ...(vat !== undefined && { vatOre: fromNok(Number(vat)) }),
    };
  });

/** `12:00`, or with its day, month and seconds: `10-31T12:00:30`. */
function momentOf(moment: string): number {
  const [, month = '11', day = '18', clock = '', seconds = '0'] =
    /^(?:(?:(\d\d)-)?(\d\d)T)?(\d\d:\d\d)(?::(\d\d))?$/.exec(moment) ?? [];
  return fromOsloWallClock(`2026-${month}-${day}T${clock}`) + Number(seconds) * 1000;
}

/** `18T12:00 North, 19T13:00 North?`: stations passed, and such that may have been. */
export const drivesOf = (text: string) =>
  text.split(', ').map((one) => {
    const [moment = '', name = ''] = one.split(' ');
    const stationId = name.replace('?', '');
    const isPossible = name.endsWith('?') && ({ isPossible: true } as const);
    return { stationId, atMs: momentOf(moment), ...isPossible };
  });

export const reconcile = (...asked: Parameters<typeof stepReconcile>) =>
  atOnce(stepReconcile(...asked));

/** `2 tag-not-used 25>20, - not-billed 0>20`: lines, kinds, what is billed and expected. */
export const tellFindings = ({ findings }: ReturnType<typeof reconcile>): string =>
  findings
    .map(({ line = '-', kind, billedOre, expectedOre }) => {
      const wanted = expectedOre === undefined ? '?' : expectedOre / 100;
      return `${line} ${kind} ${billedOre / 100}>${wanted}`;
    })
    .join(', ');

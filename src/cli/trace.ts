import { gunzipSync } from 'node:zlib';
import { decodeText } from '../base/decode-text.ts';
import { Fault } from '../base/fault.ts';
import { demandSize, readTrace } from '../recording/read-trace.ts';
import { TRACE_LIMITS } from '../recording/written-point.ts';
import { NOT_OF_TRACES, parseTraceQuestion, type TraceAnswer } from '../wire/trace.ts';
import { type Command, flag, operand, toJson } from './command.ts';
import { formatTrip } from './format-quote.ts';
import { formatKm, formatNok, right, tableOf } from './format-table.ts';
import {
  nameOption,
  parameterOptionsWithFile,
  type TripServices,
  writeExpense,
} from './trip-options.ts';

const OPTIONS = {
  file: operand('FILE', 'name the file of the trace first'),
  ...parameterOptionsWithFile(NOT_OF_TRACES, 'says nothing of a drive that was driven'),
  json: flag('print the answer of POST /api/trace'),
};

/** `veipris trace`: one recorded drive, priced. */
export const traceCommand = (services: TripServices): Command<typeof OPTIONS> => ({
  name: 'trace',
  summary: 'price a recorded drive',
  usage: 'FILE [options]',
  about: 'Prices a drive that was driven: GPX, GeoJSON, CSV or JSON, also packed with gzip.',
  options: OPTIONS,
  more: `Times are those of the file. Where it has none, --start-time is the departure and the pace is that of
the road network. The file is neither kept nor sent anywhere.

veipris trace drive.gpx --vehicle-type car --fuel electric`,
  async run({ file, json, lines: expense, ...told }, { print, report }) {
    const terms = { ...(await services.terms()), nameOf: nameOption };
    const bytes = inflate(await services.readFile(file));
    demandSize(bytes.length);
    const fixes = readTrace(decodeText(bytes));
    const asked = { ...told, ...(expense !== undefined && { lines: '1' }) };
    const question = parseTraceQuestion(asked, fixes, terms);
    const { answerTrace } = await services.openAnswers(report);
    const answer = await answerTrace(question);
    await writeExpense(services, answer, { file: expense, report });
    print(
      json ? toJson(answer) : [formatTrip(question, answer), ...formatMatch(answer)].join('\n\n'),
    );
  },
});

function formatMatch({ match }: TraceAnswer): string[] {
  const { points, pointsIgnored, share, drives, stretches, possibleStations } = match;
  const ignored = pointsIgnored === 0 ? '' : `, ${pointsIgnored} of them left out`;
  const several = drives.length === 1 ? '' : ` The trace holds ${drives.length} drives.`;
  const doubtful = stretches.filter(({ kind, confidence }) => kind !== 'road' || confidence < 0.8);
  return [
    `Matched: ${points} points${ignored}; ${Math.round(100 * share)} % on roads of the network.${several}`,
    ...tableOf(
      ['Doubtful part', right('from'), right('to')],
      doubtful.map(({ kind, fromKm, toKm }) => [
        kind,
        formatKm(1000 * fromKm),
        formatKm(1000 * toKm),
      ]),
    ),
    ...tableOf(
      ['Perhaps passed, in no sum', 'at', right('would add, with tag')],
      possibleStations.map(({ name, passedAt, smallNok, vehicleNok = smallNok }) => [
        name,
        passedAt.slice(11, 16),
        vehicleNok === undefined ? 'not known' : formatNok(vehicleNok),
      ]),
    ),
  ];
}

/**
 * Unpacks a file that is packed with gzip. Any other file stays as it is.
 *
 * @throws Fault `invalid_parameter` where the file is damaged, or larger than a trace may be. No more than that is
 * unpacked.
 */
function inflate(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: TRACE_LIMITS.bytes });
  } catch (cause) {
    const isLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    const problem = isLarge ? `has more than ${TRACE_LIMITS.bytes / 1e6} MB` : 'is damaged gzip';
    throw new Fault('invalid_parameter', `The trace ${problem}.`, { cause });
  }
}

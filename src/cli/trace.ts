import { gunzipSync } from 'node:zlib';
import { Fault } from '../base/fault.ts';
import type { Fix } from '../base/point.ts';
import type { ParsedQuestion, QuestionTerms } from '../wire/question.ts';
import { readTrace, TRACE_LIMITS } from '../wire/read-trace.ts';
import { NOT_OF_TRACES, parseTraceQuestion, type TraceAnswer } from '../wire/trace.ts';
import { type Command, DONE } from './command.ts';
import { formatKm, formatNok, formatTable } from './format-table.ts';
import {
  formatOptions,
  formatTrip,
  nameOption,
  PARAMETER_OPTIONS,
  toQuestion,
  toWrongUsage,
} from './quote.ts';
import { readFileOptions, refuseUsage } from './read-options.ts';

const HELP = `veipris trace FILE [options]

Prices a drive that was driven: GPX, GeoJSON, CSV or JSON, also packed with gzip.

${formatOptions([...NOT_OF_TRACES])}
  --json                 print the answer of POST /api/trace

Times are those of the file. Where it has none, --start-time is the departure and the pace is that of
the road network. The file is neither kept nor sent anywhere.

veipris trace drive.gpx --vehicle-type car --fuel electric`;

/** What the command needs; the answers may need a network first. */
export interface TraceDesk {
  readonly terms: () => Promise<QuestionTerms>;
  /** Its bytes, packed with gzip or not. */
  readonly readFile: (file: string) => Promise<Uint8Array>;
  readonly openAnswers: (
    onProgress: (step: string) => void,
  ) => Promise<(question: ParsedQuestion, fixes: readonly Fix[]) => Promise<TraceAnswer>>;
}

/** `veipris trace`: one recorded drive, priced. */
export function traceCommand(desk: TraceDesk): Command {
  return {
    name: 'trace',
    summary: 'price a recorded drive',
    help: HELP,
    async run(args, terminal) {
      const options = readFileOptions(args, 'trace', { ...PARAMETER_OPTIONS, json: 'flag' });
      if ('problem' in options) return options.problem;
      const refused = NOT_OF_TRACES.map((name) => nameOption(name)).find((option) =>
        options.values.has(option.slice(2)),
      );
      if (refused !== undefined)
        return refuseUsage(`${refused} says nothing of a drive that was driven`).problem;
      const terms = { ...(await desk.terms()), nameOf: nameOption };
      try {
        const fixes = readTrace(
          new TextDecoder().decode(inflate(await desk.readFile(options.file))),
        );
        const question = parseTraceQuestion(toQuestion(options.values), fixes, terms);
        const answerTrace = await desk.openAnswers((step) => terminal.report(step));
        const answer = await answerTrace(question, fixes);
        const text = options.values.has('json')
          ? JSON.stringify(answer, undefined, 2)
          : [formatTrip(question, answer), ...formatMatch(answer)].join('\n\n');
        terminal.print(text);
        return DONE;
      } catch (error) {
        return toWrongUsage(error);
      }
    },
  };
}

function formatMatch({ match }: TraceAnswer): string[] {
  const { points, pointsIgnored, share, drives, stretches, possibleStations } = match;
  const ignored = pointsIgnored === 0 ? '' : `, ${pointsIgnored} of them left out`;
  const several = drives.length === 1 ? '' : ` The trace holds ${drives.length} drives.`;
  const doubtful = stretches.filter(({ kind, confidence }) => kind !== 'road' || confidence < 0.8);
  return [
    `Matched: ${points} points${ignored}; ${Math.round(100 * share)} % on roads of the network.${several}`,
    ...(doubtful.length === 0
      ? []
      : [
          formatTable(
            [
              { head: 'Doubtful part', align: 'left' },
              { head: 'from', align: 'right' },
              { head: 'to', align: 'right' },
            ],
            doubtful.map(({ kind, fromKm, toKm }) => [
              kind,
              formatKm(1000 * fromKm),
              formatKm(1000 * toKm),
            ]),
          ),
        ]),
    ...(possibleStations.length === 0
      ? []
      : [
          formatTable(
            [
              { head: 'Perhaps passed, in no sum', align: 'left' },
              { head: 'at', align: 'left' },
              { head: 'would add, with tag', align: 'right' },
            ],
            possibleStations.map(({ name, passedAt, smallNok, vehicleNok }) => {
              const adds = vehicleNok ?? smallNok;
              return [
                name,
                passedAt.slice(11, 16),
                adds === undefined ? 'not known' : formatNok(adds),
              ];
            }),
          ),
        ]),
  ];
}

/**
 * A file as it was before it was packed with gzip; one that was not stays as it is.
 *
 * @throws Fault `invalid_parameter` where it is damaged, or larger than a trace may be. It never grows beyond that.
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

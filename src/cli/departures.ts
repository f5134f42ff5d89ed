import {
  type DeparturesAnswer,
  type DeparturesQuestion,
  LEFT_OUT,
  type ParsedDepartures,
} from '../wire/departures.ts';
import { type Command, DONE } from './command.ts';
import { formatDuration, formatNok, formatTable } from './format-table.ts';
import { formatOptions, PARAMETER_OPTIONS, toQuestion, toWrongUsage } from './quote.ts';
import { type OptionKinds, readOptions } from './read-options.ts';

const WINDOW = ['earliest', 'latest', 'step'] as const;

const OPTIONS: OptionKinds = {
  ...Object.fromEntries(WINDOW.map((name) => [name, 'once'])),
  ...PARAMETER_OPTIONS,
  json: 'flag',
};

const HELP = `veipris departures --from PLACE --to PLACE [options]

Prints what one trip takes and costs at each departure of a day, and which is the cheapest.

${formatOptions([...LEFT_OUT])}
  --earliest T           the first departure, ISO 8601 with offset; default: now
  --latest T             no departure is later; default: 24 hours after the first
  --step MIN             minutes from one departure to the next, 5 to 60; default: 15
  --json                 print the answer of GET /api/departures

veipris departures --from Drammen --to Gardermoen --earliest 2026-11-20T05:00+01:00 --step 30`;

/** What the command needs; the answers may need a network first. */
export interface DeparturesDesk {
  /** @throws Fault `invalid_parameter`. */
  readonly read: (question: DeparturesQuestion) => Promise<ParsedDepartures>;
  readonly openAnswers: (
    onProgress: (step: string) => void,
  ) => Promise<(question: ParsedDepartures) => Promise<DeparturesAnswer>>;
}

/** `veipris departures`: one trip at many departures. */
export function departuresCommand(desk: DeparturesDesk): Command {
  return {
    name: 'departures',
    summary: 'price one trip at each departure of a day',
    help: HELP,
    async run(args, terminal) {
      const options = readOptions(args, OPTIONS);
      if ('problem' in options) return options.problem;
      try {
        const { values } = options;
        const window = WINDOW.flatMap(
          (name) => values.get(name)?.map((text) => [name, text]) ?? [],
        );
        const question = await desk.read({
          ...toQuestion(values),
          ...Object.fromEntries(window),
        });
        const answer = await desk.openAnswers((step) => terminal.report(step));
        const found = await answer(question);
        const isJson = options.values.has('json');
        terminal.print(isJson ? JSON.stringify(found, undefined, 2) : formatDepartures(found));
        return DONE;
      } catch (error) {
        return toWrongUsage(error);
      }
    },
  };
}

/** The departures as a text for a person. */
export function formatDepartures(answer: DeparturesAnswer): string {
  const { departures, ways, cheapest, fastest, best, rushNok, source, dataVersion } = answer;
  const heads = ['Departure', 'takes', 'toll', 'ferries', 'total', 'way', ''] as const;
  const rows = departures.map((one, i) => [
    formatStart(one.startTime),
    formatDuration(one.durationMin),
    formatNok(one.tollNok),
    formatNok(one.ferryNok),
    formatNok(one.totalNok),
    String(one.way + 1),
    [
      ...(one.rush ? ['rush'] : []),
      ...(i === cheapest ? ['cheapest'] : []),
      ...(i === fastest ? ['fastest'] : []),
      ...(i === best ? ['best'] : []),
      ...(one.estimated ? ['an estimate'] : []),
      ...(one.complete ? [] : ['not complete']),
      ...(one.searchCut ? ['search cut'] : []),
    ].join(', '),
  ]);
  const table = formatTable(
    heads.map((head) => ({ head, align: head === 'Departure' || head === '' ? 'left' : 'right' })),
    rows,
  );
  const listed = ways.map(({ distance, stations, ferries }, i) => {
    const passed = [...stations, ...ferries];
    const names = passed.length === 0 ? 'no toll station, no ferry' : passed.join(', ');
    return `${i + 1}: ${Math.round(distance / 1000)} km, ${names}`;
  });
  return [
    table,
    ['Ways', ...listed].join('\n'),
    ...(rushNok === undefined ? [] : [`The rush costs up to ${formatNok(rushNok)} NOK.`]),
    `Source: ${source}; data ${dataVersion}. ${answer.attribution}`,
  ].join('\n\n');
}

const formatStart = (iso: string): string => iso.slice(0, 16).replace('T', ' ');

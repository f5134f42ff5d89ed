import {
  type DeparturesAnswer,
  LEFT_OUT,
  readDepartures,
  WINDOW_PARAMETERS,
} from '../wire/departures.ts';
import { type Command, flag, toJson } from './command.ts';
import {
  formatDayAndMinute,
  formatDuration,
  formatNok,
  formatSource,
  formatTable,
  right,
} from './format-table.ts';
import { nameOption, optionsOf, parameterOptions, type TripServices } from './trip-options.ts';

const OPTIONS = {
  ...parameterOptions(LEFT_OUT),
  ...optionsOf(WINDOW_PARAMETERS),
  json: flag('print the answer of GET /api/departures'),
};

/** `veipris departures`: one trip at many departures. */
export const departuresCommand = (services: TripServices): Command<typeof OPTIONS> => ({
  name: 'departures',
  summary: 'price one trip at each departure of a day',
  usage: '--from PLACE --to PLACE [options]',
  about:
    'Prints what one trip takes and costs at each departure of a day, and which is the cheapest.',
  options: OPTIONS,
  more: 'veipris departures --from Drammen --to Gardermoen --earliest 2026-11-20T05:00+01:00 --step 30',
  async run({ json, ...asked }, { print, report }) {
    const terms = { ...(await services.terms()), nameOf: nameOption };
    const question = await readDepartures(asked, terms);
    const { answerDepartures } = await services.openAnswers(report);
    const found = await answerDepartures(question);
    print(json ? toJson(found) : formatDepartures(found));
  },
});

/** The departures as a text for a person. */
export function formatDepartures(answer: DeparturesAnswer): string {
  const { departures, ways, cheapest, fastest, best, rushNok } = answer;
  const columns = ['Departure', ...['takes', 'toll', 'ferries', 'total', 'way'].map(right), ''];
  const rows = departures.map((one, i) => [
    formatDayAndMinute(one.startTime),
    formatDuration(one.durationMin),
    formatNok(one.tollNok),
    formatNok(one.ferryNok),
    formatNok(one.totalNok),
    String(one.way + 1),
    marksOf(one, { cheapest: i === cheapest, fastest: i === fastest, best: i === best }),
  ]);
  const listed = ways.map(({ distance, stations, ferries }, i) => {
    const passed = [...stations, ...ferries];
    const names = passed.length === 0 ? 'no toll station, no ferry' : passed.join(', ');
    return `${i + 1}: ${Math.round(distance / 1000)} km, ${names}`;
  });
  return [
    formatTable(columns, rows),
    ['Ways', ...listed].join('\n'),
    ...(rushNok === undefined ? [] : [`The rush costs up to ${formatNok(rushNok)} NOK.`]),
    formatSource(answer),
  ].join('\n\n');
}

/** Reservations that a reader of a departure must know, and its marks, such as the cheapest. */
function marksOf(
  { rush, estimated, complete, searchCut }: DeparturesAnswer['departures'][number],
  isOne: Readonly<Record<string, boolean>>,
): string {
  const marks = Object.entries({
    rush,
    ...isOne,
    'an estimate': estimated,
    'not complete': !complete,
    'search cut': searchCut,
  });
  return marks.flatMap(([mark, isOn]) => (isOn ? [mark] : [])).join(', ');
}

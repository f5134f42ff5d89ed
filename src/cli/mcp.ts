import { refusedValue } from '../base/fault.ts';
import { once } from '../base/memoize.ts';
import { readTrace } from '../recording/read-trace.ts';
import { DeparturesQuery, readDepartures } from '../wire/departures.ts';
import { RouteQuery } from '../wire/parameters.ts';
import { PlacesQuery, parsePlacesQuery } from '../wire/places.ts';
import { readQuestion } from '../wire/question.ts';
import { NOT_OF_TRACES, parseTraceQuestion } from '../wire/trace.ts';
import type { Command } from './command.ts';
import { formatDepartures } from './departures.ts';
import { formatTrip } from './format-quote.ts';
import { type ListedStation, listFitting } from './stations.ts';
import type { TripServices } from './trip-options.ts';

/** The result of a tool: a text to read, and the same as data. */
interface ToolResult {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A tool of the protocol. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** JSON Schema of its arguments, which are all texts. */
  readonly schema: Readonly<Record<string, unknown>>;
  /** @throws Fault with a sentence for the asker. */
  run(args: Readonly<Record<string, string>>, signal?: AbortSignal): Promise<ToolResult>;
}

/** The parts that the tools need. Each is opened when it is first needed. */
interface ToolDesk extends Pick<TripServices, 'terms'> {
  answers(): ReturnType<TripServices['openAnswers']>;
  listStations(): Promise<readonly ListedStation[]>;
}

/**
 * `veipris mcp`.
 *
 * @param serve runs the protocol with these tools until its input ends.
 */
export const mcpCommand = (
  { terms, openAnswers }: TripServices,
  listStations: ToolDesk['listStations'],
  serve: (tools: readonly Tool[]) => Promise<void>,
): Command => ({
  name: 'mcp',
  summary: 'serve tools to an assistant (Model Context Protocol)',
  about: `Serves the Model Context Protocol on standard input and output: tools for trips, departures, recorded
drives, places and toll stations. An assistant starts it by itself; it needs no key and no server.

{"mcpServers": {"veipris": {"command": "npx", "args": ["veipris", "mcp"]}}}`,
  async run(_, { report }) {
    const answers = once(() => openAnswers(report));
    await serve(listTools({ terms, answers, listStations }));
  },
});

/** The tools, in the order in which they are offered. */
const listTools = (services: ToolDesk): readonly Tool[] =>
  [
    quoteTool(services),
    departuresTool(services),
    traceTool(services),
    placesTool(services),
    stationsTool(services),
  ].map(refuseUnknown);

/** Refuses arguments that the tool does not have. Otherwise a mistyped argument would be ignored. */
function refuseUnknown(tool: Tool): Tool {
  const known = Object.keys(Object(tool.schema.properties));
  return {
    ...tool,
    async run(args, signal) {
      const [unknown] = Object.keys(args).filter((name) => !known.includes(name));
      if (unknown === undefined) return tool.run(args, signal);
      const sentence = `${unknown} is no argument of ${tool.name}, which has ${known.join(', ')}.`;
      throw refusedValue(unknown, sentence);
    },
  };
}

/** Parameters about the form of the answer, which an assistant does not need. */
const OF_THE_WIRE: readonly string[] = ['srs', 'geometry', 'lines', 'explain'];

/** Other than over HTTP, an assistant that leaves it out gets exact tolls. */
const REFINE_UNLESS_TOLD = {
  ...RouteQuery.properties.refine,
  description:
    'Exact tolls: every station matched with direction and hour rule. `1` or absent: yes; `0` or empty: no, the answer is faster and preliminary.',
};

function quoteTool({ terms, answers }: ToolDesk): Tool {
  const { properties, required = [] } = RouteQuery;
  const told = Object.entries(properties).filter(([name]) => !OF_THE_WIRE.includes(name));
  return {
    name: 'quote_trip',
    title: 'Price a drive',
    description:
      'Prices a drive in Norway to the øre: toll stations, ferries, time and distance of up to three routes, and why each amount is what it is. Amounts are NOK. Tolls are exact unless refine is 0.',
    schema: {
      type: 'object',
      properties: { ...Object.fromEntries(told), refine: REFINE_UNLESS_TOLD },
      required,
    },
    async run(args, signal) {
      const question = await readQuestion({ refine: '1', ...args }, await terms(), signal);
      const answer = await (await answers()).answerRoute(question, { signal });
      return { text: formatTrip(question, answer), data: { ...answer._billing } };
    },
  };
}

function departuresTool({ terms, answers }: ToolDesk): Tool {
  const { properties, required = [] } = DeparturesQuery;
  return {
    name: 'price_departures',
    title: 'Find out when to set out',
    description:
      'Prices one drive in Norway at each departure of a window of at most 48 hours: time, tolls and ferries of each, the cheapest, the fastest, and what the rush costs. Amounts are NOK, and exact.',
    schema: { type: 'object', properties, required },
    async run(args, signal) {
      const question = await readDepartures(args, await terms(), signal);
      const answer = await (await answers()).answerDepartures(question, { signal });
      return { text: formatDepartures(answer), data: { ...answer } };
    },
  };
}

function traceTool({ terms, answers }: ToolDesk): Tool {
  const left: readonly string[] = [...OF_THE_WIRE, ...NOT_OF_TRACES];
  const told = Object.entries(RouteQuery.properties).filter(([name]) => !left.includes(name));
  const trace = text('The recorded drive: GPX, GeoJSON, CSV or JSON, as text.');
  return {
    name: 'price_trace',
    title: 'Price a recorded drive',
    description:
      'Matches a recorded drive to the roads and prices the toll stations and ferries that it passed, at the times of the recording. Amounts are NOK.',
    schema: {
      type: 'object',
      properties: { trace, ...Object.fromEntries(told) },
      required: ['trace'],
    },
    async run({ trace: written = '', ...args }, signal) {
      const fixes = readTrace(written);
      const question = parseTraceQuestion(args, fixes, await terms());
      const answer = await (await answers()).answerTrace(question, { signal });
      const { _billing, match } = answer;
      return { text: formatTrip(question, answer), data: { ..._billing, match } };
    },
  };
}

const placesTool = ({ terms }: ToolDesk): Tool => ({
  name: 'find_places',
  title: 'Find places',
  description:
    'Norwegian towns, districts, postcodes, quays, airports, railway stations and peaks by the beginning of their names. The names can be used as stops of a trip.',
  schema: { ...PlacesQuery },
  async run(args, signal) {
    const { text, terms: wanted } = parsePlacesQuery({ q: '', ...args });
    const places = await (await terms()).places.find(text, wanted, signal);
    return { text: JSON.stringify(places), data: { places } };
  },
});

const text = (description: string) => ({ type: 'string', description }) as const;

const stationsTool = ({ listStations }: ToolDesk): Tool => ({
  name: 'list_toll_stations',
  title: 'List toll stations',
  description:
    'Toll stations with their ordinary prices in NOK; null is a price that is not known.',
  schema: {
    type: 'object',
    properties: {
      find: text('Text in the name, project or operator, or the id of one.'),
      near: text('"<lat>,<lon>" in WGS84: the nearest come first.'),
      limit: text('How many at most; default: 20.'),
    },
  },
  async run({ find, near, limit = '20' }) {
    const stations = listFitting(await listStations(), { find, near, limit });
    return { text: JSON.stringify(stations), data: { stations } };
  },
});

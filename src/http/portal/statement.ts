import { Type } from 'typebox';
import { refusedValue } from '../../base/fault.ts';
import { STATEMENT_COLUMNS } from '../../statement/columns.ts';
import { formatReconciliation } from '../../statement/format-reconciliation.ts';
import { JourneyQuestion, JourneyVehicle } from '../../wire/journey.ts';
import { countDrives, readJourney } from '../../wire/read-journey.ts';
import { askTerms, beginWork } from '../endpoint/questions.ts';
import type { App } from '../framework.ts';
import type { Services } from '../services.ts';

/** A choice of ours. In base64 this holds a file of three quarters of it; a year of a busy car has some 100 kB. */
const MOST_BODY_BYTES = 500_000;

/** The names of columns, where these are not the usual names. Each name is looked for in every cell of a header. */
const Columns = Type.Object(
  Object.fromEntries(
    STATEMENT_COLUMNS.map((name) => [name, Type.Optional(Type.String({ maxLength: 200 }))]),
  ),
  { additionalProperties: false },
);

/** @internal The fuzz test writes bodies by it. */
export const StatementQuestion = Type.Object(
  {
    /** The file as it is, in base64. */
    statement: Type.String(),
    columns: Type.Optional(Columns),
    vehicle: Type.Optional(JourneyVehicle),
    drives: Type.Optional(JourneyQuestion.properties.drives),
  },
  { additionalProperties: false },
);

/** `POST /portal/api/statement`: an operator's statement, checked. Nothing of it is kept or logged. */
export function statement(app: App, services: Services): void {
  const terms = {
    schema: { body: StatementQuestion },
    config: { access: 'counted', workload: 'route', visitor: 'trip' },
    bodyLimit: MOST_BODY_BYTES,
    // Drives are planned one after the other.
    handlerTimeout: 60_000,
  } as const;
  app.post('/portal/api/statement', terms, async (request) => {
    const { statement: file, columns = {}, vehicle, drives = [] } = request.body;
    if (file.trim() === '' || NO_BASE64.test(file))
      throw refusedValue('statement', 'statement must be a file in base64.');
    const terms = askTerms(request, services);
    const question = await readJourney({ ...vehicle, drives }, terms, request.signal);
    const caller = await beginWork(request, Math.max(1, countDrives(question)));
    const bytes = Buffer.from(file, 'base64');
    const found = await services.portal.checkStatement(bytes, columns, question, caller);
    return formatReconciliation(found);
  });
}

/** A character that base64 does not have. Line breaks are allowed. The pattern looks at each character once. */
const NO_BASE64 = /[^\w+/=\s-]/;

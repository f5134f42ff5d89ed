import { expect, test } from 'vitest';
import { acceptsGzip } from '../../src/http/pack-answers.ts';
import { takesRecords } from '../../src/http/stream-records.ts';
import { table } from '../support/table.ts';

test.each(
  table<'header' | 'packed' | 'because'>(`
    header                     | packed | because
    gzip                       | yes    | it is asked for
    GZIP                       | yes    | codings are written in any case
    x-gzip                     | yes    | an old name of the same
    br, gzip, deflate          | yes    | we have one of them
    *                          | yes    | any will do
    gzip;q=0.1                 | yes    | better than nothing else
    gzip; q = 0                | no     | blanks are no part of a weight, and this is none
    gzip;q=0                   | no     | it is refused
    gzip;q=0.000               | no     | so it is
    *;q=0                      | no     | all are refused
    gzip;q=0, *                | no     | all but this one
    *;q=0, gzip                | yes    | all others are refused
    identity, gzip;q=0.5       | no     | the caller would rather have it as it is
    identity;q=0.5, gzip       | yes    | the caller would rather have it packed
    identity;q=0, gzip;q=0.001 | yes    | as it is it is refused
    gzip;q=2                   | no     | no weight
    identity                   | no     | as it is
    deflate, br                | no     | we have neither
    gzipped                    | no     | another coding
  `),
)('$header is packed: $packed, $because', ({ header, packed }) => {
  expect(acceptsGzip({ headers: { 'accept-encoding': header } })).toBe(packed === 'yes');
});

test('who says nothing gets it as it is', () => {
  expect(acceptsGzip({ headers: {} })).toBe(false);
  expect(acceptsGzip({ headers: { 'accept-encoding': '' } })).toBe(false);
});

test.each(
  table<'header' | 'records' | 'because'>(`
    header                                        | records | because
    application/x-ndjson                          | yes     | it is asked for
    application/jsonl; charset=utf-8              | yes     | another name, with a parameter
    application/ndjson;q=0.1                      | yes     | nothing else is asked for
    application/x-ndjson;q=0                      | no      | it is refused
    application/x-ndjson; q=0.000, */*            | no      | so it is
    application/json, application/x-ndjson;q=0.1  | no      | the caller would rather have one object
    application/json;q=0.5, application/x-ndjson  | yes     | the caller would rather have records
    application/ndjson-x                          | no      | another type
    */*                                           | no      | one object is the ordinary answer
  `),
)('$header gets records: $records, $because', ({ header, records }) => {
  expect(takesRecords({ headers: { accept: header } })).toBe(records === 'yes');
});

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Fault } from '../../src/base/fault.ts';
import { encodePolyline } from '../../src/geo/polyline.ts';
import { readTrace, stepTrace } from '../../src/recording/read-trace.ts';

const AT = Date.parse('2026-11-20T07:00:00Z');
const FIXES = [
  { lat: 59.9139, lon: 10.7522, atMs: AT },
  { lat: 59.92, lon: 10.76, atMs: AT + 30_000 },
];
const gpx = (points: string, head = '') =>
  `<?xml version="1.0"?>${head}<gpx version="1.1"><trk><trkseg>${points}</trkseg></trk></gpx>`;

const SAME = [
  {
    name: 'GPX',
    text: gpx(`
      <trkpt lat="59.9139" lon="10.7522"><ele>3</ele><time>2026-11-20T07:00:00Z</time></trkpt>
      <!-- <trkpt lat="1" lon="1"/> -->
      <trkpt lon='10.76' lat='59.92'><time>2026-11-20T08:00:30+01:00</time></trkpt>`),
  },
  {
    name: 'JSON',
    text: JSON.stringify([
      { lat: 59.9139, lon: 10.7522, at: '2026-11-20T08:00:00+01:00' },
      { lat: 59.92, lon: 10.76, at: AT + 30_000 },
    ]),
  },
  {
    name: 'a GeoJSON LineString',
    text: JSON.stringify({
      type: 'Feature',
      geometry: {
        type: 'LineString',
        coordinates: [
          [10.7522, 59.9139, 4],
          [10.76, 59.92],
        ],
      },
      properties: { coordTimes: ['2026-11-20T07:00:00Z', '2026-11-20T07:00:30Z'] },
    }),
  },
  {
    name: 'GeoJSON points',
    text: JSON.stringify({
      type: 'FeatureCollection',
      features: FIXES.map(({ lat, lon, atMs }) => ({
        type: 'Feature',
        geometry: { type: 'Point', coordinates: [lon, lat] },
        properties: { time: atMs },
      })),
    }),
  },
  {
    name: 'an encoded polyline',
    text: JSON.stringify({
      polyline: encodePolyline(FIXES),
      precision: 6,
      times: [AT / 1000, AT / 1000 + 30],
    }),
  },
  {
    name: 'CSV',
    text: 'at,lat,lon\n2026-11-20T07:00:00Z,59.9139,10.7522\n2026-11-20T07:00:30Z,59.92,10.76\n',
  },
  {
    name: 'CSV with gps_time',
    text: `gps_time,lat,lon\n${AT},59.9139,10.7522\n${AT + 30_000},59.92,10.76\n`,
  },
  {
    name: 'CSV with a day and a clock, which are Norwegian',
    text: 'Dato;Klokkeslett;Lat;Lon\n20.11.2026;08:00:00;59,9139;10,7522\n2026-11-20;8.00.30;59,92;10,76\n',
  },
  {
    name: 'CSV of Excel with its separator, a day and a clock in one cell, and rows of nothing',
    text: 'sep=;\r\nTidspunkt;Breddegrad;Lengdegrad\r\n20.11.2026 08:00:00;59,9139;10,7522\r\n20.11.2026 08:00:30;59,92;10,76\r\n;;\r\n',
  },
  {
    name: 'CSV with quoted cells that have commas',
    text: [
      '"Address","Lat","Lon","At"',
      '"Storgata 1, 0155 Oslo",59.9139,"10,7522",2026-11-20T07:00:00Z',
      '"Oslo, ""S"" 2","59,92",10.76,2026-11-20T07:00:30Z',
    ].join('\n'),
  },
  {
    name: 'CSV with a column utc, which has no Norwegian time',
    text: 'UTC;lat;lon\n20.11.2026 07:00;59,9139;10,7522\n20.11.2026 07:00:30Z;59,92;10,76\n',
  },
  {
    name: 'GPX whose times have attributes',
    text: gpx(`<trkpt lat="59.9139" lon="10.7522"><time id="a">2026-11-20T07:00:00Z</time><extensions><time unit="s">0</time></extensions></trkpt>
      <trkpt lat="59.92" lon="10.76"><time >2026-11-20T07:00:30Z</time></trkpt>`),
  },
  {
    name: 'CSV with a day and a clock with an offset',
    text: 'date,time,lat,lon\n2026-11-20,07:00:00Z,59.9139,10.7522\n2026-11-20,08:00:30+01:00,59.92,10.76\n',
  },
  {
    name: 'JSON with other names and a mark before it',
    text: `\uFEFF${JSON.stringify([
      { latitude: 59.9139, longitude: 10.7522, time: AT },
      { latitude: 59.92, longitude: 10.76, time: AT + 30_000 },
    ])}`,
  },
  {
    name: 'GPX with a prefix',
    text: `<gpx:gpx><gpx:trk><gpx:name>trkpt</gpx:name><gpx:trkseg>
      <gpx:trkpt lat="59.9139" lon="10.7522"><gpx:time>2026-11-20T07:00:00Z</gpx:time></gpx:trkpt>
      <gpx:trkpt lat="59.92" lon="10.76"><gpx:time>2026-11-20T07:00:30Z</gpx:time></gpx:trkpt>
      </gpx:trkseg></gpx:trk></gpx:gpx>`,
  },
  ...(['MultiLineString', 'MultiPoint', 'LineString'] as const).map((type) => {
    const positions = FIXES.map(({ lat, lon }) => [lon, lat]);
    const times = ['2026-11-20T07:00:00Z', '2026-11-20T07:00:30Z'];
    const isMany = type === 'MultiLineString';
    const coordinateProperties = { times: isMany ? times.map((one) => [one]) : times };
    return {
      name: `a GeoJSON ${type} with times of coordinateProperties`,
      text: JSON.stringify({
        type: 'Feature',
        geometry: { type, coordinates: isMany ? positions.map((one) => [one]) : positions },
        properties: { coordinateProperties },
      }),
    };
  }),
  {
    name: 'CSV of a Norwegian spreadsheet',
    text: `\uFEFFTid;Breddegrad;Lengdegrad\r\n${AT};59,9139;10,7522\r\n${AT + 30_000};"59,92";10,76\r\n`,
  },
];

test.each(SAME)('$name gives the same places and moments', ({ text }) => {
  expect(readTrace(text)).toEqual(FIXES);
});

test('a leap second of the Norwegian clock is the second after it, as with an offset', () => {
  const text = 'dato;tid;lat;lon\n2017-01-01;00:59:60;60;10\n2017-01-01;01:00:00;60;10';
  expect(readTrace(text).map(({ atMs }) => atMs)).toEqual(
    Array(2).fill(Date.parse('2017-01-01T00:00:00Z')),
  );
});

describe('a file in another order than that of its moments', () => {
  const track = (from: number, count: number) =>
    Array.from({ length: count }, (_, i) => ({
      lat: 60 + 0.001 * (from + i),
      lon: 10,
      atMs: AT + 10_000 * (from + i),
    }));
  const way = track(0, 50);
  const toJson = (fixes: readonly { lat: number; lon: number; atMs: number }[]) =>
    JSON.stringify(fixes.map(({ atMs, ...place }) => ({ ...place, at: atMs })));
  const toTrack = (fixes: readonly { lat: number; lon: number; atMs: number }[]) =>
    `<trk><trkseg>${fixes.map(({ lat, lon, atMs }) => `<trkpt lat="${lat}" lon="${lon}"><time>${new Date(atMs).toISOString()}</time></trkpt>`).join('')}</trkseg></trk>`;

  test.each([
    ['that begins with the newest point', way.toReversed()],
    ['without any order', way.toSorted((a, b) => (a.atMs % 70_000) - (b.atMs % 70_000))],
    ['of two halves, the later one first', [...way.slice(25), ...way.slice(0, 25)]],
  ])('%s is read in order', (_, written) => {
    expect(readTrace(toJson(written))).toEqual(way);
  });

  test('that begins with its newest track is read in order, each track another drive', () => {
    const [morning, evening] = [track(0, 5), track(3000, 5)];
    const text = `<gpx>${toTrack(evening)}${toTrack(morning)}</gpx>`;
    const [first, ...rest] = evening;
    expect(readTrace(text)).toEqual([...morning, { ...first, begins: true }, ...rest]);
  });

  test.each([
    ['into the drive', 250_000],
    ['before the drive', 3_600_000],
  ])('because its clock was set back %s keeps the order of the file', (_, backMs) => {
    const late = way.slice(25).map((fix) => ({ ...fix, atMs: fix.atMs - backMs }));
    const written = [...way.slice(0, 25), ...late];
    expect(readTrace(toJson(written))).toEqual(written);
  });

  test('by the Norwegian clock in the night when summer time ends goes on in the second hour', () => {
    const clocks = ['02:40', '02:58', '02:10', '02:59', '03:01'];
    const text = `dato;tid;lat;lon\n${clocks.map((clock, i) => `25.10.2026;${clock};60,${i};10`).join('\n')}`;
    expect(
      readTrace(text).map(({ atMs = 0 }) => new Date(atMs).toISOString().slice(11, 16)),
    ).toEqual(['00:40', '00:58', '01:10', '01:59', '02:01']);
  });

  test.each([
    ['no gap', '02:40 02:50 02:59 03:05 03:10', '01:40 01:50 01:59 02:05 02:10', 'second'],
    ['a gap', '02:40 02:50 02:59 03:15 03:20', '00:40 00:50 00:59 02:15 02:20', 'first'],
    ['one line', '02:59 03:00', '00:59 02:00', 'first'],
    ['a clock that runs back', '02:40 02:59 02:09 02:20', '00:40 00:59 01:09 01:20', 'first'],
  ])('by that clock it begins in the hour that has %s: %s is %s, the %s', (_, clocks, utc) => {
    const rows = clocks.split(' ').map((clock, i) => `25.10.2026 ${clock};60,${i};10`);
    const fixes = readTrace(['at;lat;lon', ...rows].join('\n'));
    const read = fixes.map(({ atMs = 0 }) => new Date(atMs).toISOString().slice(11, 16));
    expect(read.join(' ')).toBe(utc);
  });

  test.each([
    ['in two columns', 'dato;tid;lat;lon', ';'],
    ['in one', 'at;lat;lon', ' '],
  ])('by that clock %s with the newest line first, too', (_, head, mark) => {
    const clocks = ['02:45', '02:20', '02:05', '02:58', '02:40', '01:59'];
    const rows = clocks.map((clock, i) => `25.10.2026${mark}${clock};60,${i};10`);
    for (const from of [0, 1])
      expect(
        readTrace([head, ...rows.slice(from)].join('\n')).map(({ atMs = 0 }) =>
          new Date(atMs).toISOString().slice(11, 16),
        ),
      ).toEqual(['23:59', '00:40', '00:58', '01:05', '01:20', '01:45'].slice(0, 6 - from));
  });
});

test('another track of a GPX file is another drive, and another segment is none', () => {
  const point = '<trkpt lat="60" lon="10"/>';
  const text = `<gpx><trk><trkseg>${point}${point}</trkseg><trkseg>${point}</trkseg></trk><trk><trkseg>${point}${point}</trkseg></trk></gpx>`;
  const begins = readTrace(text).map((fix) => fix.begins === true);
  expect(begins).toEqual([false, false, false, true, false]);
});

test('a trace without times has none', () => {
  const line = {
    type: 'LineString',
    coordinates: [
      [10, 60],
      [10.1, 60],
    ],
  };
  expect(readTrace(JSON.stringify(line))).toEqual([
    { lat: 60, lon: 10 },
    { lat: 60, lon: 10.1 },
  ]);
});

describe('refused with a sentence that quotes nothing of the file', () => {
  const point = '<trkpt lat="60" lon="10"/>';
  test.each([
    ['a document type', gpx(point + point, '<!DOCTYPE x [<!ENTITY a "b">]>'), 'document type'],
    [
      'an unfinished point',
      '<gpx><trkpt lat="60" lon="10"><time>',
      'ends in the middle of point 1',
    ],
    ['no place', '[{"lat":0,"lon":0},{"lat":0,"lon":0}]', 'every point lies at 0, 0'],
    [
      'a single place',
      '[{"lat":0,"lon":0},{"lat":60,"lon":10}]',
      'every point but one lies at 0, 0',
    ],
    [
      'few points at one place',
      '[{"lat":60,"lon":10},{"lat":0,"lon":0},{"lat":60.0005,"lon":10},{"lat":0,"lon":0},{"lat":0,"lon":0}]',
      'most points lie at 0, 0, and the others at one place',
    ],
    [
      'a day and a clock as programs write them, of Norway or of UTC',
      'lat,lon,at\n1,1,2026-11-20 08:00:00\n1,2,2026-11-20 08:00:05',
      'no time with an offset at line 2',
    ],
    [
      'times at some points',
      gpx(`${point}<trkpt lat="60" lon="10"><time>2026-11-20T07:00:00Z</time></trkpt>`),
      'a time at 1 of 2 points',
    ],
    [
      'a time without an offset',
      '[{"lat":1,"lon":1,"at":"2026-11-20T07:00:00"},{"lat":1,"lon":1}]',
      'no time with an offset at point 1',
    ],
    [
      'a time after the year 9999',
      '[{"lat":1,"lon":1,"at":9007199254740993},{"lat":1,"lon":1}]',
      'no time with an offset at point 1',
    ],
    [
      'a place beyond the pole',
      '[{"lat":91,"lon":1},{"lat":1,"lon":1}]',
      'no latitude and longitude in degrees at point 1',
    ],
    ['one point', gpx(point), 'fewer than two points'],
    ['other XML', '<html></html>', 'no track points'],
    ...[
      '"lat":"","lon":""',
      '"lat":[],"lon":[]',
      '"lat":false,"lon":false',
      '"lat":null,"lon":null',
      '"lat":{"toString":1},"lon":{"valueOf":1}',
      '"lat":[1],"lon":[1]',
    ].map((place) => [
      `a point at ${place}`,
      `[{${place}},{"lat":1,"lon":1}]`,
      'no latitude and longitude in degrees at point 1',
    ]),
    ...[
      'fix_time',
      'FixTime',
      'GPSFIXTIME',
      'GPS Date',
      'måletid',
      'klokkeslettet',
      'tidsstempel',
    ].map((name) => [
      `a column of times called ${name}`,
      `lat,lon,${name}\n1,1,2\n1,1,3`,
      'call their column at',
    ]),
    [
      'counts of seconds that begin with the newest',
      'lat,lon,ts\n1,1,1795152001\n1,2,1795152001\n1,3,1795152000',
      'call their column at',
    ],
    ...[
      ['2026-11-20T08:00:00+01:00'],
      ['2026-11-20 08:00:00'],
      ['20261120T080000Z'],
      ['20.11.2026 08:00'],
      ['2026-11-20', '08:00'],
      ['20.11.2026', '08:00:05'],
    ].map((cells) => [
      `the moment ${cells.join(' and ')} under names that say nothing`,
      `sep=;\nlat;lon;a;b\n1;1;${cells.join(';')}\n1;2;${cells.join(';')}`,
      'call their column at, or those of a day and a clock dato and klokkeslett',
    ]),
    ...['1795152000', '1795152000,25', '1795152000123', '1795152000123456', '46346,32000'].map(
      (first) => [
        `the moment ${first} under a name that says nothing, and the next`,
        `lat;lon;when\n1;1;${first}\n1;2;${first.replace('2000', '2001')}`,
        'call their column at',
      ],
    ),
    ...['kl', 'when', 'klokkeslett'].map((name) => [
      `clocks without a day under the name ${name}`,
      `lat;lon;${name}\n1;1;08:00:05\n1;2;08:00:06`,
      'call their column at, or those of a day and a clock dato and klokkeslett, or leave them out',
    ]),
    [
      'positions of GeoJSON with a time behind the height',
      '{"type":"LineString","coordinates":[[1,1,9,1795152000],[1,2,9,1795152060]]}',
      'call them coordTimes, or leave them out',
    ],
    ...Object.entries({
      'a table whose column of times is empty': 'lat,lon,time,ts\n1,1,,1795152000\n1,2,,1795152001',
      'a list of points': [
        { lat: 1, lon: 1, at: null, ts: 1795152000.5 },
        { lat: 1, lon: 2, at: null, ts: 1795152001.5 },
      ],
      'GeoJSON points': {
        type: 'FeatureCollection',
        features: ['2026-11-20T08:00:00Z', '2026-11-20T08:01:00Z'].map((seen, x) => ({
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [x, 1] },
          properties: { seen },
        })),
      },
      'a GeoJSON line': {
        type: 'Feature',
        geometry: {
          type: 'LineString',
          coordinates: [
            [1, 1],
            [1, 2],
          ],
        },
        properties: { time: ['2026-11-20T08:00:00Z', '2026-11-20T08:01:00Z'] },
      },
      'a GeoJSON line, within coordinateProperties': {
        type: 'Feature',
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [1, 1],
              [1, 2],
            ],
          ],
        },
        properties: { coordinateProperties: { epoch: [[1795152000000, 1795152001000]] } },
      },
      'a polyline': {
        polyline: encodePolyline(FIXES),
        precision: 6,
        timestamps: ['08:00', '08:01'],
      },
    }).map(([name, file]) => [
      `times under another name in ${name}`,
      typeof file === 'string' ? file : JSON.stringify(file),
      'has what may be times under a name that is not known: call the',
    ]),
    [
      'a day and a clock that are none',
      'dato;tid;lat;lon\n31.02.2026;08:00;60;10\n20.11.2026;08:00;60;10',
      'no time with an offset at line 2',
    ],
    ...['08:00:75', '08:00:60', '08:00:75Z', '24:00:00', '08:60:00'].map((clock) => [
      `a clock that shows ${clock}`,
      `dato;tid;lat;lon\n20.11.2026;${clock};60;10\n20.11.2026;08:01;60;10`,
      'no time with an offset at line 2',
    ]),
    ['a table of something else', 'name;sum\na;1', 'no CSV with columns lat and lon'],
    ['broken JSON', '[{', 'is no JSON'],
    [
      'JSON with a name twice in an object',
      '[{"lat":60,"lon":10,"lat":61},{"lat":60,"lon":10.1}]',
      'has an object with two members named "lat"',
    ],
    ['bytes that are no text', '\u0000', 'no CSV'],
    [
      'too many points',
      `[${'{"lat":1,"lon":1},'.repeat(50_000)}{"lat":1,"lon":1}]`,
      'more than 50000 points',
    ],
    [
      'a polyline of too many points',
      JSON.stringify({ polyline: '??'.repeat(5_000_000 - 100) }),
      'more than 50000 points',
    ],
    [
      'GeoJSON of too many points',
      JSON.stringify({ type: 'LineString', coordinates: Array(50_001).fill([1, 1]) }),
      'more than 50000 points',
    ],
    ['too many points of CSV', `lat,lon\n${'1,1\n'.repeat(50_001)}`, 'more than 50000 points'],
    [
      'JSON of too many parts',
      `[${'{},'.repeat(500_000)}{}]`,
      'more than 500000 lists and objects',
    ],
    ['a long header', `lat,lon${','.repeat(4000)}`, 'more than 4000 characters in line 1'],
    ['a long line', `lat,lon\n1,1\n1,1${','.repeat(4000)}`, 'more than 4000 characters in line 3'],
    [
      'a time that is not closed',
      gpx('<trkpt lat="60" lon="10"><time>2026-11-20T07:00:00Z</trkpt>'),
      'no time with an offset at point 1',
    ],
    ['too many bytes', ' '.repeat(10_000_001), 'more than 10 MB'],
  ])('%s', (_, text, why) => {
    expect(() => readTrace(text)).toThrow(Fault);
    expect(() => readTrace(text)).toThrow(why);
  });

  test('points that never end are looked at once, not once for each of them', () => {
    const text = `<gpx>${'<trkpt lat="60" lon="10">'.repeat(300_000)}`;
    const before = process.cpuUsage();
    expect(() => readTrace(text)).toThrow('ends in the middle of point 1');
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
  });
});

describe('no pattern is held against more than an element or a cell', () => {
  const blanks = ' '.repeat(1_000_000);
  test.each([
    ['a time of blanks', gpx(`<trkpt lat="60" lon="10"><time>${blanks}</time></trkpt>`)],
    [
      'a time of blanks that is not closed',
      gpx(`<trkpt lat="60" lon="10"><time>${blanks}</trkpt>`),
    ],
    ['a latitude of blanks', gpx(`<trkpt lat="${blanks}" lon="10"/>`)],
    ['a cell of blanks', `lat,lon\n"${blanks}",10`],
    ['a header of blanks', `"${blanks}",lat,lon\n`],
  ])('%s', (_, text) => {
    const exec = RegExp.prototype.exec;
    const spy = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, on) {
      // The look for a document type goes through a file once, without going back.
      if (on.length > 4000 && !this.source.includes('DOCTYPE')) throw new Error(`${this}`);
      return exec.call(this, on);
    });
    try {
      expect(() => readTrace(text)).toThrow(Fault);
    } finally {
      spy.mockRestore();
    }
  });
});

describe('the steps of a file', () => {
  test.each([
    ['points', `[${'{"lat":1,"lon":1},'.repeat(9_999)}{"lat":1,"lon":1}]`],
    ['blank lines', `lat,lon\n1,1\n1,1${'\n'.repeat(10_000)}`],
    [
      'lines without points',
      JSON.stringify({
        type: 'FeatureCollection',
        features: [
          ...Array(9_999).fill({ type: 'LineString', coordinates: [] }),
          {
            type: 'LineString',
            coordinates: [
              [1, 1],
              [1, 1],
            ],
          },
        ],
      }),
    ],
  ])('have 500 of its %s each', (_, text) => {
    const steps = [...stepTrace(text)].length;
    expect(steps).toBeGreaterThanOrEqual(20);
    expect(steps).toBeLessThanOrEqual(22);
  });
});

describe('a file that is damaged', () => {
  const secret = '59.913987';
  const points = Array.from({ length: 4 }, (_, i) => ({
    lat: Number(secret) + i / 1000,
    lon: 10.75,
    at: `2026-11-20T08:0${i}:00+01:00`,
  }));
  const coordinates = points.map(({ lat, lon }) => [lon, lat]);
  const coordTimes = points.map(({ at }) => at);
  const FILES = {
    gpx: `<?xml version="1.0"?><gpx><trk><trkseg>${points
      .map(({ lat, lon, at }) => `<trkpt lat="${lat}" lon="${lon}"><time>${at}</time></trkpt>`)
      .join('')}</trkseg></trk></gpx>`,
    geojson: JSON.stringify({
      type: 'Feature',
      properties: { coordTimes },
      geometry: { type: 'LineString', coordinates },
    }),
    json: JSON.stringify(points),
    polyline: JSON.stringify({ polyline: '_p~iF~ps|U_ulLnnqC_mqNvxq`@', precision: 5 }),
    csv: ['lat;lon;at', ...points.map(({ lat, lon, at }) => `${lat};${lon};${at}`)].join('\n'),
  };
  const file = fc.constantFrom(...Object.values(FILES));
  const damage = fc.oneof(
    fc.record({ cut: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      put: fc.string({ maxLength: 12 }),
    }),
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      put: fc.constantFrom(
        '\0',
        '\uFEFF',
        '[[[[',
        '{"',
        '<![CDATA[',
        '<!--',
        '1e999',
        '-',
        ';;',
        '\r',
      ),
    }),
  );

  test('is read or refused with one sentence that never quotes it, whatever the damage', () => {
    fc.assert(
      fc.property(file, fc.array(damage, { minLength: 1, maxLength: 4 }), (whole, damages) => {
        let text = whole;
        for (const one of damages) {
          if ('cut' in one) text = text.slice(0, Math.floor(one.cut * text.length));
          else {
            const at = Math.floor(one.at * text.length);
            text = text.slice(0, at) + one.put + text.slice(at);
          }
        }
        try {
          const fixes = readTrace(text);
          expect(fixes.length).toBeGreaterThan(1);
          expect(fixes.every(({ lat, lon }) => Math.abs(lat) <= 90 && Math.abs(lon) <= 180)).toBe(
            true,
          );
          expect(new Set(fixes.map(({ atMs }) => atMs === undefined)).size).toBe(1);
        } catch (error) {
          expect(error).toBeInstanceOf(Fault);
          const { code, publicMessage } = error as Fault;
          expect(code).toBe('invalid_parameter');
          expect(publicMessage).toMatch(/^The trace [^\n]+\.$/);
          expect(publicMessage).not.toContain(secret.slice(0, 7));
        }
      }),
      { numRuns: 600 },
    );
  });

  test.each([
    ['UTF-16 read as UTF-8', Buffer.from(`\uFEFF${FILES.csv}`, 'utf16le').toString('utf8')],
    ['lists nested 100 000 deep', '['.repeat(100_000)],
    ['an entity bomb', '<!DOCTYPE g [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><gpx>&b;</gpx>'],
    ['comments that never end', `<gpx>${'<!--'.repeat(50_000)}`],
    ['a million unclosed points', '<trkpt lat="1" lon="2">'.repeat(40_000)],
  ])('%s is refused', (_, text) => {
    expect(() => readTrace(text)).toThrow(Fault);
  });
});

/** A cell as JSON has it. */
const toCell = (cell = '') =>
  cell === '' ? null : Number.isNaN(Number(cell)) ? cell : Number(cell);

test.each([
  ['speeds and a day of birth', 'lat,lon,speed,born\n1,1,12.34,1980-01-02\n1,2,13.20,1980-01-02'],
  ['a note that begins as a moment', 'lat,lon,note\n1,1,2026-11-20T08:00 left\n1,2,arrived'],
  ['a device of one number', 'lat,lon,device\n1,1,1795152000\n1,2,1795152000'],
  ['heights and steps', 'lat,lon,ele,steps\n1,1,12.5,100000000\n1,2,13.5,100000001'],
  ['an empty column of times', 'lat,lon,time\n1,1,\n1,2,'],
  ['an empty column of times under a name that is not known', 'lat,lon,fix_time\n1,1,\n1,2,'],
  ['a time zone', 'lat,lon,time_zone,utc_offset\n1,1,Europe/Oslo,60\n1,2,Europe/Oslo,60'],
  [
    'names that have a word of time within another',
    'lat,lon,candidate,validator,multimedia\n1,1,1,1,1\n1,2,2,2,2',
  ],
  ['ids of ten digits', 'lat,lon,id,pointID\n1,1,1013492326,1013492326\n1,2,1013492777,1013492777'],
  [
    'numbers of ten digits that go up and down',
    'lat,lon,ref\n1,1,1013492326\n1,2,1013492999\n1,3,1013492777',
  ],
  ['numbers farther apart than a recording lasts', 'lat,lon,ref\n1,1,1013492326\n1,2,1014492326'],
  ['numbers of other units', 'lat,lon,ref\n1,1,1013492326\n1,2,1013492326000'],
  ['kilometres of a car', 'lat,lon,odo\n1,1,46346.32\n1,2,46346.891'],
  ['a clock of the whole file', 'lat,lon,begun\n1,1,08:00\n1,2,08:00'],
  [
    'kilometres with many decimals',
    'lat,lon,odometer_km\n1,1,45231.1\n1,2,45231.200000000004\n1,3,45231.299999999996',
  ],
  ['metres of a grid', 'lat,lon,x,y\n1,1,59000.1234,42000.1234\n1,2,59001.1234,42001.1234'],
  ['minutes of a kilometre', 'lat,lon,pace\n1,1,5:31\n1,2,5:32'],
  ['nothing else', 'lat,lon\n1,1\n1,2'],
])('a table with %s is one without times', (_, text) => {
  expect(readTrace(text).every(({ atMs }) => atMs === undefined)).toBe(true);
  const [head = [], ...rows] = text.split('\n').map((line) => line.split(','));
  const points = rows.map((cells) =>
    Object.fromEntries(head.map((name, i) => [name, toCell(cells[i])])),
  );
  expect(readTrace(JSON.stringify(points)).every(({ atMs }) => atMs === undefined)).toBe(true);
});

test('what is told of a whole line is no time of its points', () => {
  const text = JSON.stringify({
    type: 'Feature',
    geometry: {
      type: 'LineString',
      coordinates: [
        [1, 1],
        [1, 2],
        [1, 3],
      ],
    },
    properties: { time: '2026-11-20T08:00:00Z', dates: ['2026-11-20', '2026-11-21'] },
  });
  expect(readTrace(text).map(({ atMs }) => atMs)).toEqual([undefined, undefined, undefined]);
});

test('a day and a clock may be called dato and klokken', () => {
  const text = 'lat;lon;dato;klokken\n1;1;20.11.2026;08:00\n1;2;20.11.2026;08:01';
  expect(readTrace(text)[0]?.atMs).toBe(Date.parse('2026-11-20T08:00:00+01:00'));
});

test('few points that go on from 0, 0 to several places are read, and so is one fix at 0, 0 before a stay', () => {
  const told = (places: readonly (readonly [number, number])[]) =>
    readTrace(JSON.stringify(places.map(([lat, lon]) => ({ lat, lon })))).length;
  expect(
    told([
      [0, 0],
      [0, 0],
      [0, 0],
      [60, 10],
      [60.01, 10],
    ]),
  ).toBe(5);
  expect(
    told([
      [0, 0],
      [60, 10],
      [60, 10],
    ]),
  ).toBe(3);
});

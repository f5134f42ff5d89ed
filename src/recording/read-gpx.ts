/**
 * Reads GPX, strictly and with code of our own. It looks for points of tracks, or of routes where there is no track. It
 * refuses a document type, and with it every entity that a file could define. It looks at each character once.
 */
import { type Points, refuse, toDegrees } from './written-point.ts';

/**
 * Text of an element's attribute, which is in one kind of quotes or the other. The element has 500 characters at most.
 */
const attributeOf = (tag: string, name: 'lat' | 'lon'): string | undefined =>
  new RegExp(`\\s${name}\\s*=\\s*(?:"([^"<]{1,30})"|'([^'<]{1,30})')`)
    .exec(tag)
    ?.slice(1)
    .find(Boolean);

/** @throws Fault `invalid_parameter` where the text is no GPX. */
export function* readGpx(text: string): Points {
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text)) return refuse('has a document type, which is not read');
  const xml = withoutComments(text);
  // Tracks are what was driven; a route is what was planned, and is read where there is no track.
  const ofTrack = prefixOf(xml, 'trkpt');
  const prefix = ofTrack ?? prefixOf(xml, 'rtept') ?? '';
  const trackEnd = `</${prefix}trk>`;
  let endAt = xml.indexOf(trackEnd);
  let no = 0;
  for (const element of elementsOf(xml, `${prefix}${ofTrack === undefined ? 'rtept' : 'trkpt'}`)) {
    const { at, tag, inside } = element;
    no += 1;
    const name = `point ${no}`;
    const begins = endAt !== -1 && at > endAt;
    if (begins) endAt = xml.indexOf(trackEnd, at);
    const [lat, lon] = [toDegrees(attributeOf(tag, 'lat')), toDegrees(attributeOf(tag, 'lon'))];
    const time = timeIn(inside, `${prefix}time`, name);
    yield { name, lat, lon, time, ...(begins && no > 1 && { begins }) };
  }
  if (no === 0) return refuse('has no track points: it must be GPX, GeoJSON, JSON or CSV');
}

/** The elements of a name: where each begins, its tag, and what stands in it. */
function* elementsOf(xml: string, name: string) {
  let no = 0;
  for (let at = xml.indexOf(`<${name}`); at !== -1; no++) {
    const end = xml.indexOf('>', at);
    const tag = xml.slice(at, end);
    const until = tag.endsWith('/') ? end + 1 : xml.indexOf(`</${name}>`, end);
    if (end === -1 || end - at > 500 || until === -1)
      return refuse(`ends in the middle of point ${no + 1}`);
    yield { at, tag, inside: xml.slice(end + 1, until) };
    at = xml.indexOf(`<${name}`, until);
  }
}

/** What stands before the name of an element, such as `gpx:`; undefined: there is no such element. */
function prefixOf(xml: string, name: string): string | undefined {
  for (let at = xml.indexOf(name); at !== -1; at = xml.indexOf(name, at + 1)) {
    const before = xml.slice(Math.max(0, at - MOST_PREFIX_CHARS), at);
    const prefix = before.slice(before.lastIndexOf('<') + 1);
    if (before.includes('<') && /^(?:[\w.-]+:)?$/.test(prefix)) return prefix;
  }
  return undefined;
}

const MOST_PREFIX_CHARS = 40;

/** The most characters of a time, blanks around it included. */
const MOST_TIME_CHARS = 100;

function timeIn(inside: string, element: string, name: string): string | undefined {
  // The tag may have attributes. Extensions, which stand behind, may have a time of their own.
  const tags = [`<${element}>`, `<${element} `].map((tag) => inside.indexOf(tag));
  const found = tags.filter((at) => at !== -1);
  if (found.length === 0) return undefined;
  const start = inside.indexOf('>', Math.min(...found)) + 1;
  const end = inside.indexOf(`</${element}>`, start);
  if (end === -1 || end - start > MOST_TIME_CHARS)
    return refuse(`has no time with an offset at ${name}`);
  return inside.slice(start, end).trim();
}

function withoutComments(xml: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = xml.indexOf('<!--'); at !== -1; at = xml.indexOf('<!--', from)) {
    parts.push(xml.slice(from, at));
    const end = xml.indexOf('-->', at);
    from = end === -1 ? xml.length : end + 3;
  }
  return parts.length === 0 ? xml : parts.join('') + xml.slice(from);
}

/** A part of a mail, as far as a server takes it apart. */
export interface MimePart {
  headers: string;
  body: Buffer;
  type: string;
  subtype: string;
  parameters: [string, string][];
  encoding: string;
  id: string | undefined;
  disposition: { kind: string; parameters: [string, string][] } | undefined;
  children: MimePart[];
}

const deepest = 20;

export function partsOf(source: Buffer, level = 0): MimePart {
  const end = source.indexOf('\r\n\r\n');
  const headers = source.subarray(0, end < 0 ? source.length : end + 2).toString('latin1');
  const body = end < 0 ? Buffer.alloc(0) : source.subarray(end + 4);
  const named = valued(headerOf(headers, 'content-type') ?? 'text/plain');
  const [type = 'text', subtype = 'plain'] = named.value.toLowerCase().split('/');
  const boundary = named.parameters.find(([name]) => name === 'boundary')?.[1];
  const disposition = headerOf(headers, 'content-disposition');
  const laid = disposition === undefined ? undefined : valued(disposition);
  return {
    headers,
    body,
    type,
    subtype,
    parameters: named.parameters,
    encoding: headerOf(headers, 'content-transfer-encoding') ?? '7bit',
    id: headerOf(headers, 'content-id'),
    disposition: laid && { kind: laid.value, parameters: laid.parameters },
    children:
      type === 'multipart' && boundary && level < deepest
        ? piecesOf(body, boundary).map((piece) => partsOf(piece, level + 1))
        : [],
  };
}

/** A header without its folds. */
export function headerOf(headers: string, name: string): string | undefined {
  const unfolded = headers.replace(/\r\n[ \t]+/g, ' ');
  const line = unfolded
    .split('\r\n')
    .find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}

/** The lines of some headers, as they stand. */
export function headerLines(headers: string, names: readonly string[]): string {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return headers
    .split(/\r\n(?![ \t])/)
    .filter((line) => wanted.has(line.slice(0, line.indexOf(':')).trim().toLowerCase()))
    .map((line) => `${line}\r\n`)
    .join('');
}

/** The bytes behind a number such as `1.2`; a mail of one part has its text behind `1`. */
export function partAt(root: MimePart, path: string): Buffer {
  let part: MimePart | undefined = root;
  for (const place of path.split('.')) {
    if (part.children.length === 0) return place === '1' ? part.body : Buffer.alloc(0);
    part = part.children[Number(place) - 1];
    if (!part) return Buffer.alloc(0);
  }
  return part.body;
}

function valued(header: string): { value: string; parameters: [string, string][] } {
  const [value = '', ...rest] = header.split(';');
  const parameters = rest.flatMap((one): [string, string][] => {
    const [name = '', given = ''] = one.split(/=(.*)/s);
    return given === '' ? [] : [[name.trim().toLowerCase(), given.trim().replace(/^"|"$/g, '')]];
  });
  return { value: value.trim(), parameters };
}

function piecesOf(body: Buffer, boundary: string): Buffer[] {
  const text = body.toString('latin1');
  const [, ...pieces] = `\r\n${text}`.split(`\r\n--${boundary}`);
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => Buffer.from(piece.replace(/^[ \t]*\r\n/, ''), 'latin1'));
}

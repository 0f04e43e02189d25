export interface StoredMail {
  uid: number;
  source: Buffer;
  flags: Set<string>;
  date: Date;
}

export interface Folder {
  name: string;
  /** IMAP attribute such as `\Junk`. */
  specialUse?: string;
  uidValidity: number;
  nextUid: number;
  mails: StoredMail[];
}

export function newFolder(name: string, specialUse?: string): Folder {
  const folder = { name, uidValidity: 1, nextUid: 1, mails: [] };
  return specialUse === undefined ? folder : { ...folder, specialUse };
}

export function deliver(folder: Folder, source: string | Buffer, isSeen = false): StoredMail {
  const mail = {
    uid: folder.nextUid,
    source: Buffer.isBuffer(source) ? source : Buffer.from(source.replace(/\r?\n/g, '\r\n')),
    flags: new Set(isSeen ? ['\\Seen'] : []),
    date: new Date(Date.UTC(2027, 0, 1, 12, 0, folder.nextUid)),
  };
  folder.nextUid += 1;
  folder.mails.push(mail);
  return mail;
}

/** Gives all mails new UIDs, as a reinstalled server does. */
export function renumberMails(folder: Folder): void {
  folder.uidValidity += 1;
  folder.nextUid = 1;
  for (const mail of folder.mails) {
    mail.uid = folder.nextUid;
    folder.nextUid += 1;
  }
}

/** The response to a FETCH of these items. */
export function fetchResponse(mail: StoredMail, items: string): Buffer {
  const root = parseMime(mail.source);
  const pieces: Buffer[] = [];
  for (const item of itemsOf(items)) {
    const answer = answerTo(item, mail, root);
    pieces.push(Buffer.from(pieces.length > 0 ? ' ' : ''), answer);
  }
  return Buffer.concat(pieces);
}

/** Splits the items of a FETCH, such as `(UID FLAGS BODY.PEEK[HEADER.FIELDS (FROM)]<0.10>)`. */
function itemsOf(items: string): string[] {
  return items.match(/[A-Z0-9.]+(?:\[[^\]]*\])?(?:<[\d.]+>)?/gi) ?? [];
}

function answerTo(item: string, mail: StoredMail, root: MimePart): Buffer {
  const name = item.toUpperCase();
  if (name === 'UID') return Buffer.from(`UID ${mail.uid}`);
  if (name === 'FLAGS') return Buffer.from(`FLAGS (${[...mail.flags].join(' ')})`);
  if (name === 'INTERNALDATE') return Buffer.from(`INTERNALDATE "${dateOf(mail.date)}"`);
  if (name === 'RFC822.SIZE') return Buffer.from(`RFC822.SIZE ${mail.source.length}`);
  if (name === 'BODYSTRUCTURE') return Buffer.from(`BODYSTRUCTURE ${structureOf(root)}`, 'latin1');
  const body = /^BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$/i.exec(item);
  if (!body) throw new Error(`the stand-in does not support ${item}`);
  const [, section = '', start, length] = body;
  const whole = sectionOf(section, mail, root);
  const from = Number(start ?? 0);
  const bytes = length === undefined ? whole : whole.subarray(from, from + Number(length));
  const origin = start === undefined ? '' : `<${start}>`;
  return Buffer.concat([Buffer.from(`BODY[${section}]${origin} {${bytes.length}}\r\n`), bytes]);
}

function sectionOf(section: string, mail: StoredMail, root: MimePart): Buffer {
  const name = section.toUpperCase();
  if (name === '') return mail.source;
  if (name === 'TEXT') return root.body;
  if (name === 'HEADER') return Buffer.from(`${root.headers}\r\n`, 'latin1');
  const fields = /^HEADER\.FIELDS \(([^)]*)\)$/.exec(name)?.[1];
  if (fields === undefined) return partAt(root, section);
  return Buffer.from(`${headerLines(root.headers, fields.split(' '))}\r\n`, 'latin1');
}

function structureOf(part: MimePart): string {
  const parameters = listOf(part.parameters);
  const dispositionText = part.disposition
    ? `(${quoted(part.disposition.kind)} ${listOf(part.disposition.parameters)})`
    : 'NIL';
  if (part.children.length > 0) {
    const children = part.children.map(structureOf).join('');
    return `(${children} ${quoted(part.subtype)} ${parameters} ${dispositionText} NIL NIL)`;
  }
  const lines = part.type === 'text' ? ` ${part.body.toString('latin1').split('\n').length}` : '';
  const id = part.id === undefined ? 'NIL' : quoted(part.id);
  return `(${quoted(part.type)} ${quoted(part.subtype)} ${parameters} ${id} NIL ${quoted(part.encoding)} ${part.body.length}${lines} NIL ${dispositionText} NIL NIL)`;
}

function listOf(parameters: readonly [string, string][]): string {
  if (parameters.length === 0) return 'NIL';
  return `(${parameters.map(([name, value]) => `${quoted(name)} ${quoted(value)}`).join(' ')})`;
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&').replace(/[\r\n]/g, ' ')}"`;
}

const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

function dateOf(date: Date): string {
  const two = (figure: number) => String(figure).padStart(2, '0');
  const day = `${two(date.getUTCDate())}-${months[date.getUTCMonth()]}-${date.getUTCFullYear()}`;
  return `${day} ${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())} +0000`;
}

/** A MIME part as IMAP describes it. */
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

const maxDepth = 20;

export function parseMime(source: Buffer, level = 0): MimePart {
  const end = source.indexOf('\r\n\r\n');
  const headers = source.subarray(0, end < 0 ? source.length : end + 2).toString('latin1');
  const body = end < 0 ? Buffer.alloc(0) : source.subarray(end + 4);
  const contentType = parseHeaderValue(headerOf(headers, 'content-type') ?? 'text/plain');
  const [type = 'text', subtype = 'plain'] = contentType.value.toLowerCase().split('/');
  const boundary = contentType.parameters.find(([name]) => name === 'boundary')?.[1];
  const disposition = headerOf(headers, 'content-disposition');
  const parsedDisposition = disposition === undefined ? undefined : parseHeaderValue(disposition);
  return {
    headers,
    body,
    type,
    subtype,
    parameters: contentType.parameters,
    encoding: headerOf(headers, 'content-transfer-encoding') ?? '7bit',
    id: headerOf(headers, 'content-id'),
    disposition: parsedDisposition && {
      kind: parsedDisposition.value,
      parameters: parsedDisposition.parameters,
    },
    children:
      type === 'multipart' && boundary && level < maxDepth
        ? splitParts(body, boundary).map((piece) => parseMime(piece, level + 1))
        : [],
  };
}

/** Value of a header, unfolded. */
export function headerOf(headers: string, name: string): string | undefined {
  const unfolded = headers.replace(/\r\n[ \t]+/g, ' ');
  const line = unfolded
    .split('\r\n')
    .find((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line?.slice(name.length + 1).trim();
}

/** The unchanged lines of some headers. */
export function headerLines(headers: string, names: readonly string[]): string {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  return headers
    .split(/\r\n(?![ \t])/)
    .filter((line) => wanted.has(line.slice(0, line.indexOf(':')).trim().toLowerCase()))
    .map((line) => `${line}\r\n`)
    .join('');
}

/**
 * Content of the part with a number such as `1.2`; the text of a mail without parts is part `1`.
 */
export function partAt(root: MimePart, path: string): Buffer {
  let part: MimePart | undefined = root;
  for (const place of path.split('.')) {
    if (part.children.length === 0) return place === '1' ? part.body : Buffer.alloc(0);
    part = part.children[Number(place) - 1];
    if (!part) return Buffer.alloc(0);
  }
  return part.body;
}

function parseHeaderValue(header: string): { value: string; parameters: [string, string][] } {
  const [value = '', ...rest] = header.split(';');
  const parameters = rest.flatMap((one): [string, string][] => {
    const [name = '', given = ''] = one.split(/=(.*)/s);
    return given === '' ? [] : [[name.trim().toLowerCase(), given.trim().replace(/^"|"$/g, '')]];
  });
  return { value: value.trim(), parameters };
}

function splitParts(body: Buffer, boundary: string): Buffer[] {
  const text = body.toString('latin1');
  const [, ...pieces] = `\r\n${text}`.split(`\r\n--${boundary}`);
  return pieces
    .filter((piece) => !piece.startsWith('--'))
    .map((piece) => Buffer.from(piece.replace(/^[ \t]*\r\n/, ''), 'latin1'));
}

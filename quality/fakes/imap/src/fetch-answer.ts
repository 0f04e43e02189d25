import type { StoredMail } from './folders.ts';
import { headerLines, type MimePart, partAt, partsOf } from './mime.ts';

/** The items of a FETCH, with the bytes that belong between them. */
export function fetchAnswer(mail: StoredMail, asked: string): Buffer {
  const root = partsOf(mail.source);
  const pieces: Buffer[] = [];
  for (const item of itemsOf(asked)) {
    const answer = answerTo(item, mail, root);
    pieces.push(Buffer.from(pieces.length > 0 ? ' ' : ''), answer);
  }
  return Buffer.concat(pieces);
}

/** `(UID FLAGS BODY.PEEK[HEADER.FIELDS (FROM)]<0.10>)`, one by one. */
function itemsOf(asked: string): string[] {
  return asked.match(/[A-Z0-9.]+(?:\[[^\]]*\])?(?:<[\d.]+>)?/gi) ?? [];
}

function answerTo(item: string, mail: StoredMail, root: MimePart): Buffer {
  const name = item.toUpperCase();
  if (name === 'UID') return Buffer.from(`UID ${mail.uid}`);
  if (name === 'FLAGS') return Buffer.from(`FLAGS (${[...mail.flags].join(' ')})`);
  if (name === 'INTERNALDATE') return Buffer.from(`INTERNALDATE "${dateOf(mail.date)}"`);
  if (name === 'RFC822.SIZE') return Buffer.from(`RFC822.SIZE ${mail.source.length}`);
  if (name === 'BODYSTRUCTURE') return Buffer.from(`BODYSTRUCTURE ${structureOf(root)}`, 'latin1');
  const body = /^BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?$/i.exec(item);
  if (!body) throw new Error(`the stand-in knows no ${item}`);
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
  const laid = part.disposition
    ? `(${quoted(part.disposition.kind)} ${listOf(part.disposition.parameters)})`
    : 'NIL';
  if (part.children.length > 0) {
    const children = part.children.map(structureOf).join('');
    return `(${children} ${quoted(part.subtype)} ${parameters} ${laid} NIL NIL)`;
  }
  const lines = part.type === 'text' ? ` ${part.body.toString('latin1').split('\n').length}` : '';
  const id = part.id === undefined ? 'NIL' : quoted(part.id);
  return `(${quoted(part.type)} ${quoted(part.subtype)} ${parameters} ${id} NIL ${quoted(part.encoding)} ${part.body.length}${lines} NIL ${laid} NIL NIL)`;
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

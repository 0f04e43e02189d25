import { createHash, createPublicKey, verify } from 'node:crypto';

export interface DkimVerdict {
  isBodyIntact: boolean;
  isSignatureRight: boolean;
  tags: Map<string, string>;
}

/**
 * Looks at the topmost DKIM signature as a receiver does (RFC 6376, relaxed/relaxed, rsa-sha256),
 * with code of its own. `publicKey` is what the record holds behind `p=`.
 */
export function verifyDkim(source: string, publicKey: string): DkimVerdict {
  const bytes = Buffer.from(source).toString('latin1');
  const end = bytes.indexOf('\r\n\r\n');
  const fields = bytes.slice(0, end).split(/\r\n(?![ \t])/);
  const own = fields.find((field) => nameOf(field) === 'dkim-signature') ?? '';
  const tags = tagsOf(own.slice(own.indexOf(':') + 1));
  const signed = (tags.get('h') ?? '').split(':').map((name) => name.trim().toLowerCase());
  const text = [
    ...pickedFields(fields, signed).map((field) => `${relaxedField(field)}\r\n`),
    relaxedField(own.replace(/(\bb=)[^;]*$/, '$1')),
  ].join('');
  const bodyHash = createHash('sha256').update(relaxedBody(bytes.slice(end + 4)), 'latin1');
  const der = Buffer.from(publicKey, 'base64');
  const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
  const signature = Buffer.from((tags.get('b') ?? '').replace(/\s/g, ''), 'base64');
  return {
    tags,
    isBodyIntact: bodyHash.digest('base64') === tags.get('bh')?.replace(/\s/g, ''),
    isSignatureRight: verify('sha256', Buffer.from(text, 'latin1'), key, signature),
  };
}

/** Of several fields with one name the lowest comes first; a name without a field counts as empty. */
function pickedFields(fields: readonly string[], names: readonly string[]): string[] {
  const left = [...fields];
  return names.flatMap((name) => {
    const at = left.findLastIndex((field) => nameOf(field) === name);
    return at === -1 ? [] : left.splice(at, 1);
  });
}

function nameOf(field: string): string {
  return field.slice(0, field.indexOf(':')).trim().toLowerCase();
}

function relaxedField(field: string): string {
  const value = field.slice(field.indexOf(':') + 1).replaceAll('\r\n', '');
  return `${nameOf(field)}:${value.replace(/[ \t]+/g, ' ').trim()}`;
}

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''));
  while (lines.at(-1) === '') lines.pop();
  return lines.map((line) => `${line}\r\n`).join('');
}

function tagsOf(list: string): Map<string, string> {
  const pairs = list.split(';').map((one) => {
    const [, name = '', value = ''] = /^\s*(\w+)\s*=([\s\S]*)$/.exec(one) ?? [];
    return [name, value.trim()] as const;
  });
  return new Map(pairs.filter(([name]) => name !== ''));
}

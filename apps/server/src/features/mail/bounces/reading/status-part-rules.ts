/** What the machine-readable part of a report says about one recipient. */
export interface RecipientStatus {
  action: string;
  status: string | null;
  diagnostic: string | null;
  remote: string | null;
}

/**
 * Reads a part as of RFC 3464 or RFC 6533: blocks of fields, the first about the message, one more per
 * recipient. A few servers write everything as one block.
 */
export function recipientsIn(part: string): RecipientStatus[] {
  const blocks = part
    .replace(/\r\n?/g, '\n')
    .split(/\n[ \t]*\n/)
    .map(fieldsOf);
  return blocks.filter(isAboutRecipient).map((fields) => ({
    action: wordOf(fields.get('action')),
    status: statusIn(fields.get('status') ?? ''),
    diagnostic: withoutType(fields.get('diagnostic-code')),
    remote: withoutType(fields.get('remote-mta')) ?? withoutType(fields.get('reporting-mta')),
  }));
}

/** An extended status as of RFC 3463, alone or in a sentence. */
export function statusIn(text: string): string | null {
  return /(?<![\d.])([245]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/.exec(text)?.[1] ?? null;
}

function fieldsOf(block: string): Map<string, string> {
  const unfolded = block.replace(/\n[ \t]+/g, ' ');
  const fields = new Map<string, string>();
  for (const line of unfolded.split('\n')) {
    const [, name, value] = /^([\w-]+)[ \t]*:[ \t]*(.*)$/.exec(line) ?? [];
    const key = name?.toLowerCase();
    if (key && value !== undefined && !fields.has(key)) fields.set(key, value.trim());
  }
  return fields;
}

function isAboutRecipient(fields: Map<string, string>): boolean {
  return fields.has('action') || (fields.has('final-recipient') && fields.has('status'));
}

/** Some write a comment behind it. */
function wordOf(value = ''): string {
  return /^[a-z]+/.exec(value.toLowerCase())?.[0] ?? '';
}

/** `smtp; 550 no` and `dns; mx.example.org` without what comes before the semicolon. */
function withoutType(value: string | undefined): string | null {
  const bare = value?.replace(/^[\w-]+[ \t]*;[ \t]*/, '').trim();
  return bare ? bare : null;
}

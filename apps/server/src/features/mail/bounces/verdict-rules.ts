/** Outcome of a mail according to a report. */
export interface Verdict {
  kind: 'failed' | 'delayed';
  status: string | null;
  isAddressUnknown: boolean;
  /** Reply of the other server, after its name. */
  reply: string;
}

const maxReplyLength = 1_000;

/**
 * The combined verdict for all recipients; undefined if none failed or was delayed. A mail has one
 * recipient, but a forwarded address may have several: if one fails, the mail has failed.
 */
export function verdictOfRecipients(
  recipients: readonly RecipientStatus[],
  /** The diagnostic in the text of the report, used if the machine-readable part has none. */
  quoted: string | null,
): Verdict | undefined {
  const failed = recipients.find((one) => outcomeOf(one) === 'failed');
  const decisive = failed ?? recipients.find((one) => outcomeOf(one) === 'delayed');
  if (!decisive) return undefined;
  const diagnostic = decisive.diagnostic ?? quoted ?? '';
  return createVerdict(failed ? 'failed' : 'delayed', decisive.status, diagnostic, decisive.remote);
}

export function createVerdict(
  kind: Verdict['kind'],
  reportedStatus: string | null,
  diagnostic: string,
  remote: string | null,
): Verdict {
  const status = specificStatus(reportedStatus, diagnostic);
  const reply = [remote, diagnostic].filter(Boolean).join(': ');
  return {
    kind,
    status,
    isAddressUnknown: kind === 'failed' && isAddressUnknown(status, diagnostic),
    reply: toSingleLine(reply),
  };
}

/** `other`: relayed, delivered, expanded. */
function outcomeOf({ action, status }: RecipientStatus): Verdict['kind'] | 'other' {
  // A failure after days of retries may have a temporary status.
  if (action === 'failed') return 'failed';
  if (action === 'delayed') return 'delayed';
  if (action !== '') return 'other';
  if (status?.startsWith('5.')) return 'failed';
  return status?.startsWith('4.') ? 'delayed' : 'other';
}

/**
 * The given status, or the one in the diagnostic if the given one is generic, as many servers
 * report it.
 */
function specificStatus(given: string | null, diagnostic: string): string | null {
  return given === null || isGeneric(given) ? (statusIn(diagnostic) ?? given) : given;
}

function isGeneric(status: string): boolean {
  return status.endsWith('.0.0') || status.endsWith('.5.0');
}

/**
 * Statuses of an unknown address; 5.4.4 concerns its domain. Excludes 5.1.7 and 5.1.8 (sender) and
 * 5.1.9 (conversion).
 */
const addressStatuses = new Set([
  ...['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10'],
  '5.4.4',
]);

/** Phrases of servers without a specific status. */
const unknownPhrases = [
  /\b(user|recipient|account|mailbox|address|alias)\b.{0,40}\b(unknown|not found|does not exist|doesn'?t exist|doesn'?t have|not exist|invalid|not listed|unavailable)\b/i,
  /\b(unknown|no such|invalid|bad|unrouteable|non-?existent|undeliverable)\b.{0,20}\b(user|recipient|account|mailbox|address|domain|local part)\b/i,
  /\bno mailbox here by that name\b/i,
  /\b(host|domain)( or domain)?( name)? (not found|does not exist)\b|\bno such (host|domain)\b|\bNXDOMAIN\b/i,
  /(пользовател[ья]|получател[ья]|адрес|ящик).{0,40} не (существует|найден)/iu,
];
const otherPhrases = [
  /\b(full|quota|over ?quota|too (large|big)|exceed)/i,
  /\b(spam|blocked|blacklist|block ?list|policy|relay|spf|dkim|dmarc|virus|denied)\b/i,
];

/** False for failures with a valid address: a full or disabled mailbox, a policy. */
export function isAddressUnknown(status: string | null, diagnostic: string): boolean {
  if (status !== null && !isGeneric(status)) return addressStatuses.has(status);
  if (otherPhrases.some((phrase) => phrase.test(diagnostic))) return false;
  return unknownPhrases.some((phrase) => phrase.test(diagnostic));
}

function toSingleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, maxReplyLength);
}

interface RecipientStatus {
  action: string;
  status: string | null;
  diagnostic: string | null;
  remote: string | null;
}

/**
 * Parses a part of RFC 3464 or RFC 6533: a block of fields for the message and one per recipient. A
 * few servers write a single block.
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

/** An extended status of RFC 3463, alone or in a sentence. */
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

/** The first word of a field, in lower case. */
function wordOf(value = ''): string {
  return /^[a-z]+/.exec(value.toLowerCase())?.[0] ?? '';
}

/** Strips the type prefix: `smtp; 550 no` → `550 no`. */
function withoutType(value: string | undefined): string | null {
  const bare = value?.replace(/^[\w-]+[ \t]*;[ \t]*/, '').trim();
  return bare ? bare : null;
}

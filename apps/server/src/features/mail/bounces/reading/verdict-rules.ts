import { type RecipientStatus, statusIn } from './status-part-rules.ts';

/** What became of a mail, as far as a report says it. */
export interface Verdict {
  kind: 'failed' | 'delayed';
  status: string | null;
  isAddressUnknown: boolean;
  /** What the far server said, and which one it was. */
  reply: string;
}

const longestReply = 1_000;

/**
 * A mail of ours has one recipient. A report may name several all the same, where the address was
 * forwarded: one that was not reached is one too many. Undefined where all were.
 */
export function verdictOf(
  recipients: readonly RecipientStatus[],
  /** What the text of the report quotes, for parts that leave it out. */
  quoted: string | null,
): Verdict | undefined {
  const failed = recipients.find((one) => outcomeOf(one) === 'failed');
  const decisive = failed ?? recipients.find((one) => outcomeOf(one) === 'delayed');
  if (!decisive) return undefined;
  const said = decisive.diagnostic ?? quoted ?? '';
  return verdict(failed ? 'failed' : 'delayed', decisive.status, said, decisive.remote);
}

export function verdict(
  kind: Verdict['kind'],
  given: string | null,
  said: string,
  remote: string | null,
): Verdict {
  const status = telling(given, said);
  const reply = [remote, said].filter(Boolean).join(': ');
  return {
    kind,
    status,
    isAddressUnknown: kind === 'failed' && isAddressUnknown(status, said),
    reply: plain(reply),
  };
}

/** `relayed`, `delivered` and `expanded` are no news. */
function outcomeOf({ action, status }: RecipientStatus): Verdict['kind'] | 'other' {
  // A server that has tried for days gives up with the last temporary answer.
  if (action === 'failed') return 'failed';
  if (action === 'delayed') return 'delayed';
  if (action !== '') return 'other';
  if (status?.startsWith('5.')) return 'failed';
  return status?.startsWith('4.') ? 'delayed' : 'other';
}

/** Many servers write 5.0.0 into the field, and what it was into the answer they quote. */
function telling(given: string | null, said: string): string | null {
  return given === null || isGeneral(given) ? (statusIn(said) ?? given) : given;
}

/** It says no more than that something went wrong. */
function isGeneral(status: string): boolean {
  return status.endsWith('.0.0') || status.endsWith('.5.0');
}

/** 5.4.4 is about the domain; 5.1.7 and 5.1.8 are about the sender, 5.1.9 about the way. */
const addressStatuses = new Set([
  ...['5.1.0', '5.1.1', '5.1.2', '5.1.3', '5.1.4', '5.1.6', '5.1.10'],
  '5.4.4',
]);

/** Phrases of servers that give no status, or one that says nothing. */
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

/** A full mailbox, a disabled one or a policy is a failure too, but its address is right. */
export function isAddressUnknown(status: string | null, said: string): boolean {
  if (status !== null && !isGeneral(status)) return addressStatuses.has(status);
  if (otherPhrases.some((phrase) => phrase.test(said))) return false;
  return unknownPhrases.some((phrase) => phrase.test(said));
}

function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, longestReply);
}

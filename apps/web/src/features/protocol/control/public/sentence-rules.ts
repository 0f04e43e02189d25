import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';

interface Known extends ReleaseRules {
  /** Contacts who have agreed. */
  contacts: readonly { is_blocked: boolean }[];
}

/** A contact whose start was vetoed cannot start again before the owner has decided. */
export function contactsAbleToStart<Contact extends { is_blocked: boolean }>(
  contacts: readonly Contact[],
): Contact[] {
  return contacts.filter(({ is_blocked }) => !is_blocked);
}

export type SentenceKind =
  | 'nobody'
  | 'blocked'
  | 'one'
  | 'several'
  | 'second'
  | 'oneAtOnce'
  | 'severalAtOnce'
  | 'secondAtOnce';

/** Which sentence says what would happen if the protocol were started today. */
export function sentenceKindOf({ waiting_hours, needs_second, contacts }: Known): SentenceKind {
  if (contacts.length === 0) return 'nobody';
  const starters = contactsAbleToStart(contacts);
  if (starters.length === 0) return 'blocked';
  const who = starters.length === 1 ? 'one' : needs_second ? 'second' : 'several';
  return waiting_hours === 0 ? `${who}AtOnce` : who;
}

/** A second contact can be asked for only where there is one. */
export function canRequireSecond({ contacts }: { contacts: readonly unknown[] }): boolean {
  return contacts.length >= 2;
}

import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';

interface Known extends ReleaseRules {
  /** Those who have agreed. */
  contacts: readonly unknown[];
}

export type SentenceKind =
  | 'nobody'
  | 'one'
  | 'several'
  | 'second'
  | 'oneAtOnce'
  | 'severalAtOnce'
  | 'secondAtOnce';

/** Which sentence says what would happen if the protocol were started today. */
export function sentenceKindOf({ waiting_hours, needs_second, contacts }: Known): SentenceKind {
  if (contacts.length === 0) return 'nobody';
  const who = contacts.length === 1 ? 'one' : needs_second ? 'second' : 'several';
  return waiting_hours === 0 ? `${who}AtOnce` : who;
}

/** A second contact can be asked for only where there is one. */
export function canNeedSecond({ contacts }: Pick<Known, 'contacts'>): boolean {
  return contacts.length >= 2;
}

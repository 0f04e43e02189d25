import type {
  OwnAttempt,
  OwnDelivery,
  OwnProtocol,
} from '@zavet/contract/protocol/legacy-endpoints';
import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';

interface ProtocolState {
  protocol: OwnProtocol | null;
  attempts: readonly OwnAttempt[];
}

/** True while a start or a delivery is in progress. */
export function needsPolling(state: ProtocolState | undefined): boolean {
  if (!state) return false;
  return state.attempts.length > 0 || (state.protocol?.progress.waiting ?? 0) > 0;
}

const eventNames = [
  'queued_at',
  'refused_at',
  'bounced_at',
  'corrected_at',
  'accepted_at',
  'opened_at',
  'downloaded_at',
] as const;

interface DeliveryEvent {
  name: (typeof eventNames)[number];
  at: string;
}

/** The events of a delivery in chronological order. */
export function eventsOf(delivery: OwnDelivery): DeliveryEvent[] {
  if (delivery.state === 'withheld') return [];
  // A bounce also sets `refused_at`, which is then not a separate event.
  const { refused_at, bounced_at } = delivery;
  const times = { ...delivery, refused_at: refused_at === bounced_at ? null : refused_at };
  return eventNames
    .map((name) => ({ name, at: times[name] }))
    .filter((event): event is DeliveryEvent => event.at !== null)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** True if the letter was opened. Acceptance by a mail server alone does not count. */
export function isOpened({ state, opened_at }: OwnDelivery): boolean {
  return state === 'accepted' && opened_at !== null;
}

/** The folder of the mail screen that holds the letters now. */
export function folderOf({ left }: OwnProtocol): 'outbox' | 'sent' {
  return left.some(({ reason }) => reason !== 'written_after') ? 'outbox' : 'sent';
}

interface StartConditions extends ReleaseRules {
  /** Confirmed contacts. */
  contacts: readonly { is_blocked: boolean }[];
}

/**
 * Returns the contacts who can start. After a veto, a contact is blocked until the owner decides.
 */
export function filterAbleToStart<Contact extends { is_blocked: boolean }>(
  contacts: readonly Contact[],
): Contact[] {
  return contacts.filter(({ is_blocked }) => !is_blocked);
}

type SentenceKind =
  | 'none'
  | 'blocked'
  | 'one'
  | 'several'
  | 'second'
  | 'oneAtOnce'
  | 'severalAtOnce'
  | 'secondAtOnce';

/** Selects the sentence about the consequences of a start today. */
export function sentenceKindOf(conditions: StartConditions): SentenceKind {
  const { waiting_hours, needs_second, contacts } = conditions;
  if (contacts.length === 0) return 'none';
  const starters = filterAbleToStart(contacts);
  if (starters.length === 0) return 'blocked';
  const kind = starters.length === 1 ? 'one' : needs_second ? 'second' : 'several';
  return waiting_hours === 0 ? `${kind}AtOnce` : kind;
}

/** True if there are enough contacts for the owner to require a second one. */
export function canRequireSecondContact({ contacts }: { contacts: readonly unknown[] }): boolean {
  return contacts.length >= 2;
}

/** Opened or downloaded deliveries, latest first. */
export function openedDeliveriesOf(deliveries: readonly OwnDelivery[]): OwnDelivery[] {
  return deliveries
    .filter((delivery) => openedAtMs(delivery) !== undefined)
    .toSorted((one, other) => (openedAtMs(other) ?? 0) - (openedAtMs(one) ?? 0));
}

function openedAtMs({ opened_at, downloaded_at }: OwnDelivery): number | undefined {
  const first = opened_at ?? downloaded_at;
  return first === null ? undefined : Date.parse(first);
}

import type {
  OwnAttempt,
  OwnDelivery,
  OwnProtocol,
} from '@zavet/contract/protocol/legacy-endpoints';
import type { ReleaseRules } from '@zavet/contract/protocol/release-rules';

interface News {
  protocol: OwnProtocol | null;
  attempts: readonly OwnAttempt[];
}

/** It may look different in a moment: somebody starts it, or letters are on their way. */
export function needsPolling(news: News | undefined): boolean {
  if (!news) return false;
  return news.attempts.length > 0 || (news.protocol?.progress.waiting ?? 0) > 0;
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

/** What happened to a delivery, in the order in which it happened. */
export function eventsOf(delivery: OwnDelivery): DeliveryEvent[] {
  if (delivery.state === 'withheld') return [];
  // A mail that came back was not refused besides.
  const { refused_at, bounced_at } = delivery;
  const times = { ...delivery, refused_at: refused_at === bounced_at ? null : refused_at };
  return eventNames
    .map((name) => ({ name, at: times[name] }))
    .filter((event): event is DeliveryEvent => event.at !== null)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

/** A mail server that takes a letter says nothing about its reader; an opening does. */
export function isOpened({ state, opened_at }: OwnDelivery): boolean {
  return state === 'accepted' && opened_at !== null;
}

/** The folder of the mail screen where there is something to see. */
export function folderOf({ left }: OwnProtocol): 'outbox' | 'sent' {
  return left.some(({ reason }) => reason !== 'written_after') ? 'outbox' : 'sent';
}

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

type SentenceKind =
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

/** What somebody has opened or downloaded, the latest first. */
export function openedDeliveriesOf(deliveries: readonly OwnDelivery[]): OwnDelivery[] {
  return deliveries
    .filter((delivery) => openedAtMs(delivery) !== undefined)
    .toSorted((one, other) => (openedAtMs(other) ?? 0) - (openedAtMs(one) ?? 0));
}

function openedAtMs({ opened_at, downloaded_at }: OwnDelivery): number | undefined {
  const first = opened_at ?? downloaded_at;
  return first === null ? undefined : Date.parse(first);
}

import type {
  OwnAttempt,
  OwnDelivery,
  OwnProtocol,
} from '@zavet/contract/protocol/legacy-endpoints';

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

export interface DeliveryEvent {
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

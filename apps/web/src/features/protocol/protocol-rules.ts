import type { OwnDelivery, OwnProtocol } from '@zavet/contract/protocol/protocol-schemas';

/** What the owner is told: somebody pays for a start, it runs, or nothing. */
export type ProtocolNews = 'pending' | 'active' | 'none';

export function newsOf(protocol: OwnProtocol): ProtocolNews {
  switch (protocol.status) {
    case 'payment_pending':
      return 'pending';
    case 'activated':
    case 'delivering':
    case 'delivered':
    case 'partially_delivered':
      return 'active';
    case 'requested':
    case 'approved':
    case 'rejected':
    case 'payment_canceled':
    case 'refunded':
      return 'none';
  }
}

/** It may look different in a moment. */
export function isMoving(protocol: OwnProtocol | null | undefined): boolean {
  if (!protocol) return false;
  const news = newsOf(protocol);
  return news === 'pending' || (news === 'active' && protocol.progress.waiting > 0);
}

const eventNames = [
  'queued_at',
  'refused_at',
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
  return eventNames
    .map((name) => ({ name, at: delivery[name] }))
    .filter((event): event is DeliveryEvent => event.at !== null)
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

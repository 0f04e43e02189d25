/** How far the mail to one person is; `closed`: its owner took all of its letters back. */
export const envelopeStates = ['queued', 'accepted', 'unreachable', 'closed'] as const;

/** How a mail server last refused. Only the last one says that the address itself is wrong. */
export const lastRefusals = ['temporary', 'permanent', 'unknown_address'] as const;
export type LastRefusal = (typeof lastRefusals)[number];

/** What the ledger of a delivery records. */
export const deliveryEventKinds = [
  'queued',
  'accepted',
  'refused',
  /** Taken at first; later a far mail server said that it does not arrive. */
  'bounced',
  /** What a far mail server said that changed nothing. */
  'report_noted',
  'given_up',
  'address_corrected',
  /** By an operator. */
  'tried_again',
  'opened',
  'downloaded',
  'link_closed',
  'reminded',
  /** By the owner. */
  'taken_back',
] as const;
export type DeliveryEventKind = (typeof deliveryEventKinds)[number];

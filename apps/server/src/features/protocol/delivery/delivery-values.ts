/** What the ledger of a delivery records. */
export const deliveryEventKinds = [
  'queued',
  'accepted',
  'refused',
  'given_up',
  'address_corrected',
  'opened',
  'downloaded',
  'link_closed',
  'reminded',
] as const;
export type DeliveryEventKind = (typeof deliveryEventKinds)[number];

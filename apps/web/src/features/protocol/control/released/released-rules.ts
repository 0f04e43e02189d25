import type { OwnDelivery } from '@zavet/contract/protocol/legacy-endpoints';

/** What somebody has opened or downloaded, the latest first. */
export function readDeliveries(deliveries: readonly OwnDelivery[]): OwnDelivery[] {
  return deliveries
    .filter((delivery) => readAt(delivery) !== undefined)
    .toSorted((one, other) => (readAt(other) ?? 0) - (readAt(one) ?? 0));
}

function readAt({ opened_at, downloaded_at }: OwnDelivery): number | undefined {
  const first = opened_at ?? downloaded_at;
  return first === null ? undefined : Date.parse(first);
}

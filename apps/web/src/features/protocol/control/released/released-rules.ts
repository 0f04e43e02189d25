import type { OwnDelivery } from '@zavet/contract/protocol/legacy-endpoints';

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

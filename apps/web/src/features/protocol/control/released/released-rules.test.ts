import type { OwnDelivery } from '@zavet/contract/protocol/legacy-endpoints';
import { expect, test } from 'vitest';
import { openedDeliveriesOf } from './released-rules.ts';

const delivery = (id: string, opened_at: string | null, downloaded_at: string | null = null) =>
  ({ id, opened_at, downloaded_at }) as OwnDelivery;

test('only what was opened or downloaded counts as read, the latest first', () => {
  const read = openedDeliveriesOf([
    delivery('early', '2026-11-15T10:00:00.000Z'),
    delivery('never', null),
    delivery('late', '2026-11-17T10:00:00.000Z', '2026-11-18T10:00:00.000Z'),
    delivery('files', null, '2026-11-16T10:00:00.000Z'),
  ]);
  expect(read.map(({ id }) => id)).toEqual(['late', 'files', 'early']);
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bounceFaults } from './bounce-faults.ts';
import { pointKills } from './kills.ts';
import { mixedFaults } from './mixed-faults.ts';
import { requestFaults } from './request-faults.ts';
import { retentionFaults } from './retention-faults.ts';
import { waitingFaults } from './waiting-faults.ts';

const sources = new URL('../../apps/server/src', import.meta.url).pathname;

test('every checkpoint of the product has a fault', () => {
  const faultNames = [
    ...pointKills(),
    ...bounceFaults(),
    ...mixedFaults(),
    ...requestFaults(),
    ...waitingFaults(),
    ...retentionFaults(),
  ]
    .map(({ name }) => name)
    .join('\n');
  const checkpoints = readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...readFileSync(join(sources, file), 'utf8').matchAll(/checkpoint\('([\w.]+)'\)/g),
    ])
    .map(([, point = '']) => point);
  expect(checkpoints).toContain('delivery.claimed');
  expect(checkpoints.filter((point) => !faultNames.includes(point))).toEqual([]);
});

import { ApiError } from '@zavet/contract/client';
import type { SetupView } from '@zavet/contract/service/service-endpoints';
import { expect, test } from 'vitest';
import { checkConfiguration } from './check-configuration.ts';

const ready: SetupView = {
  status: 'ready',
  errors: [],
  warnings: [],
  mailbox_available: true,
  mock_payment_available: true,
};
const networkError = new TypeError('Failed to fetch');

function clock() {
  const timeouts: number[] = [];
  const waits: number[] = [];
  const overall = new AbortController();
  return {
    timeouts,
    waits,
    overall,
    wait: async (ms: number) => {
      waits.push(ms);
    },
    timeout: (ms: number) => {
      timeouts.push(ms);
      return timeouts.length === 1 ? overall.signal : new AbortController().signal;
    },
  };
}

test('gives each probe 5 seconds and the whole check 30', async () => {
  const time = clock();
  const view = await checkConfiguration(
    { health: async () => 'ok', setup: async () => ready },
    time,
  );
  expect(view).toEqual(ready);
  expect(time.timeouts).toEqual([30_000, 5000, 5000]);
});

test('asks an unresponsive server three times', async () => {
  const time = clock();
  let asked = 0;
  const probes = {
    health: async () => {
      asked += 1;
      throw networkError;
    },
    setup: async () => ready,
  };
  await expect(checkConfiguration(probes, time)).rejects.toBe(networkError);
  expect(asked).toBe(3);
  expect(time.waits).toEqual([200, 400]);
});

test('does not retry a permanent error', async () => {
  const time = clock();
  const failure = new ApiError(500, undefined);
  const probes = { health: async () => Promise.reject(failure), setup: async () => ready };
  await expect(checkConfiguration(probes, time)).rejects.toBe(failure);
  expect(time.waits).toEqual([]);
});

test('stops at the timeout of the whole check', async () => {
  const time = clock();
  const probes = {
    health: async () => {
      time.overall.abort(new DOMException('late', 'TimeoutError'));
      throw networkError;
    },
    setup: async () => ready,
  };
  await expect(checkConfiguration(probes, time)).rejects.toThrow('late');
  expect(time.waits).toEqual([]);
});

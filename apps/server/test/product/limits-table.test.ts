import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import { expect, it } from 'vitest';
import {
  accountLimitsOf,
  takeAddressLimits,
  takeOrFail,
} from '../../src/platform/http/call-limits.ts';
import { createMemoryRateLimiter } from '../../src/platform/http/rate-limiter.ts';

const declared = Object.values(endpoints).flatMap((endpoint: Endpoint) =>
  (endpoint.limits ?? []).map((limit) => ({ endpoint: { ...endpoint, limits: [limit] }, limit })),
);

it('every declared limit takes its last call, and refuses the next one until the time is over', async () => {
  for (const { endpoint, limit } of declared) {
    let now = new Date('2026-11-15T12:00:00Z').getTime();
    const limiter = createMemoryRateLimiter({ now: () => new Date(now) });
    const take = async () => {
      if (limit.per === 'address') await takeAddressLimits(limiter, endpoint, '192.0.2.1');
      for (const one of accountLimitsOf(endpoint)) await takeOrFail(limiter, one.name, one);
    };
    const isTaken = () =>
      take().then(
        () => true,
        () => false,
      );
    for (let call = 0; call < limit.max; call += 1) expect(await isTaken(), endpoint.id).toBe(true);
    expect(await isTaken(), endpoint.id).toBe(false);
    now += (limit.seconds - 1) * 1000;
    expect(await isTaken(), endpoint.id).toBe(false);
    now += 1000;
    expect(await isTaken(), endpoint.id).toBe(true);
  }
});

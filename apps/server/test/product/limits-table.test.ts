import { endpoints } from '@zavet/contract/endpoints';
import { describe, expect, it } from 'vitest';
import {
  accountLimitsOf,
  takeAddressLimits,
  takeOrRefuse,
} from '../../src/platform/http/call-limits.ts';
import { usualGeneralLimit } from '../../src/platform/http/http-server.ts';
import { createMemoryRateLimiter } from '../../src/platform/http/memory-rate-limiter.ts';
import { limitsOnPage, lineOfAllCalls, lineOfEndpoint } from '../limits-table.ts';
import { differences, rowsOfPage } from '../page-table.ts';

// A limit that was meant to change is changed in docs/limits.md as well: the failure
// prints the lines to take out and to put in.
describe('the page of limits', () => {
  it('says of every endpoint who may call it, how often, and how much it takes', () => {
    const wanted = [
      lineOfAllCalls(usualGeneralLimit),
      ...Object.values(endpoints).map(lineOfEndpoint),
    ];
    expect(differences('limits.md', wanted)).toBe('');
  });

  it('is what holds: the last call it allows is answered, the next one refused, until the time is over', async () => {
    const page = rowsOfPage('limits.md');
    for (const endpoint of Object.values(endpoints)) {
      const line = page.find((text) => text.startsWith(`| \`${endpoint.id}\` |`)) ?? '';
      for (const { per, max, seconds } of limitsOnPage(line)) {
        let now = new Date('2026-11-15T12:00:00Z').getTime();
        const limiter = createMemoryRateLimiter({ now: () => new Date(now) });
        const alone = {
          ...endpoint,
          limits: endpoint.limits?.filter((one) => one.per === per && one.seconds === seconds),
        };
        const take = async () => {
          if (per === 'address') await takeAddressLimits(limiter, alone, 'somebody');
          for (const limit of accountLimitsOf(alone))
            await takeOrRefuse(limiter, limit.name, limit);
        };
        const isTaken = () =>
          take().then(
            () => true,
            () => false,
          );
        for (let call = 0; call < max; call += 1) expect(await isTaken(), line).toBe(true);
        expect(await isTaken(), line).toBe(false);
        now += (seconds - 1) * 1000;
        expect(await isTaken(), line).toBe(false);
        now += 1000;
        expect(await isTaken(), line).toBe(true);
      }
    }
  });
});

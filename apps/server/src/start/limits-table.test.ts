import { endpoints } from '@zavet/contract/endpoints';
import { describe, expect, it } from 'vitest';
import {
  differences,
  limitsOnPage,
  lineOfAllCalls,
  lineOfEndpoint,
  lineOfJob,
  linesOfPage,
} from '../../test/limits-table.ts';
import { createMovableClock } from '../platform/clock/clock.ts';
import { openPostgresPatiently } from '../platform/database/open-database.ts';
import { loadMasterKeys } from '../platform/encryption/master-keys.ts';
import { takeCallLimits } from '../platform/http/call-limits.ts';
import { usualGeneralLimit } from '../platform/http/http-server.ts';
import { createMemoryRateLimiter } from '../platform/http/memory-rate-limiter.ts';
import { createLogger } from '../platform/logging/logger.ts';
import { readConfiguration } from './configuration.ts';
import { createProduct } from './product.ts';

/** Every job that the product, put together, knows. Nothing is opened or connected. */
function registeredJobs() {
  const configuration = readConfiguration({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  });
  const database = openPostgresPatiently(configuration.databaseUrl ?? '');
  const log = createLogger('silent', true);
  const keys = loadMasterKeys(configuration.masterKey);
  return createProduct(configuration, keys, database, createMovableClock(), log).jobs.registered();
}

// A limit or a policy that was meant to change is changed in docs/limits.md as well: the failure
// prints the lines to take out and to put in.
describe('the page of limits', () => {
  it('says of every endpoint who may call it, how often, and how much it takes, and of every job how it is tried', () => {
    const wanted = [
      lineOfAllCalls(usualGeneralLimit),
      ...Object.values(endpoints).map(lineOfEndpoint),
      ...registeredJobs().map(lineOfJob),
    ];
    expect(differences(wanted, linesOfPage()).join('\n')).toBe('');
  });

  it('is what holds: the last call it allows is answered, the next one refused, until the time is over', async () => {
    const page = linesOfPage();
    for (const endpoint of Object.values(endpoints)) {
      const line = page.find((text) => text.startsWith(`| \`${endpoint.id}\` |`)) ?? '';
      for (const { per, max, seconds } of limitsOnPage(line)) {
        let now = new Date('2026-11-15T12:00:00Z').getTime();
        const limiter = createMemoryRateLimiter({ now: () => new Date(now) });
        const alone = {
          ...endpoint,
          limits: endpoint.limits?.filter((one) => one.per === per && one.seconds === seconds),
        };
        const isTaken = () =>
          takeCallLimits(limiter, alone, per, 'somebody').then(
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

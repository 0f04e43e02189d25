import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../apps/server/test/test-database.ts';
import { seriesOfKills, workerPoints } from './kills.ts';
import { mailOutages } from './outages.ts';
import { openStack, type Stack } from './stack.ts';
import { createRandom, type Fault, runTrial } from './trial.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack(await freshDatabaseUrl());
});
afterAll(() => stack.stop());

/** Generous; recovery times are measured by `npm run proofs -- faults`. */
const recoveryLimitMs = 300_000;
const testMs = 5 * recoveryLimitMs;

async function expectSurvival(fault: Fault): Promise<void> {
  const { violations } = await runTrial(stack, fault, createRandom(5), recoveryLimitMs);
  expect(violations).toEqual([]);
}

describe('a protocol is activated and charged once, and every letter reaches its recipient', {
  timeout: testMs,
}, () => {
  it('when the worker dies at its checkpoints and a process at a random moment', async () => {
    await expectSurvival(
      process.env.LONG_PROOFS
        ? seriesOfKills([...new Set(workerPoints.map(([point]) => point))], 3)
        : seriesOfKills(['payment.before_commit', 'delivery.mail_accepted'], 1),
    );
  });

  it('when the mail server refuses the letters for a while', async () => {
    const outage = mailOutages().find(({ name }) => name.endsWith('5xx'));
    if (!outage) throw new Error('there is no such outage');
    await expectSurvival(outage);
  });
});

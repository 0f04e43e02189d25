import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabaseUrl } from '../../apps/server/test/test-database.ts';
import { seriesOfKills, workerPoints } from './kills.ts';
import { createRandom } from './random.ts';
import { openStack, type Stack } from './stack.ts';
import { type Fault, runTrial } from './trial.ts';
import { mailTroubles } from './troubles.ts';

let stack: Stack;
beforeAll(async () => {
  stack = await openStack(await freshDatabaseUrl());
});
afterAll(() => stack.stop());

/** Enough for any machine; how soon all is well again is measured by `npm run proofs -- faults`. */
const patienceMs = 300_000;
const testMs = 5 * patienceMs;

async function expectSurvival(fault: Fault): Promise<void> {
  const { violations } = await runTrial(stack, fault, createRandom(5), patienceMs);
  expect(violations).toEqual([]);
}

describe('one activation, one charge and the same letters to the right people remain', {
  timeout: testMs,
}, () => {
  it('when the worker dies at one of its points, and any process at any moment', async () => {
    await expectSurvival(
      process.env.LONG_PROOFS
        ? seriesOfKills([...new Set(workerPoints.map(([point]) => point))], 3)
        : seriesOfKills(['payment.before_commit', 'delivery.mail_accepted'], 1),
    );
  });

  it('when the mail server refuses the letters for a while', async () => {
    const trouble = mailTroubles().find(({ name }) => name.endsWith('5xx'));
    if (!trouble) throw new Error('that trouble is gone');
    await expectSurvival(trouble);
  });
});

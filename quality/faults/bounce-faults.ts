import { setTimeout as pause } from 'node:timers/promises';
import { findShape } from '@zavet/smtp-stand-in/report-shapes';
import type { ArrivedMail } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { type Household, recipientKey } from './household.ts';
import { type DeliveryRow, readOutcome, skipRetryPauses } from './outcome.ts';
import type { Stack } from './stack.ts';
import { type Fault, type Scene, waitUntil } from './trial.ts';
import { kindOf, violationUnless } from './verdict.ts';

/** Checkpoints of the worker while it processes a report. */
const bouncePoints = [
  'bounce.before_commit',
  'bounce.stored',
  'bounce.before_settled_commit',
  'bounce.settled',
] as const;

/**
 * The recipient's server accepts letters and reports their failure later. It sends each report twice,
 * and retries until it is accepted. Finally, another attempt reaches every recipient, or the recipient
 * is shown as unreached.
 */
export function bounceFaults(): Fault[] {
  return [
    { ...bounceFault(), name: 'letters bounce' },
    ...bouncePoints.map((point) => ({
      ...bounceFault(({ worker }) => worker.dieAt({ point, passing: 1 })),
      name: `letters bounce, worker at ${point}`,
    })),
    {
      ...bounceFault(({ worker }) => worker.dieAt({ point: 'delivery.mail_accepted', passing: 1 })),
      name: 'letters bounce, worker at delivery.mail_accepted of the next try',
    },
    permanentBounceFault(),
  ];
}

function bounceFault(arrangeDeath?: (stack: Stack) => void): Fault {
  return {
    name: '',
    skipsRetryPauses: true,
    disturb: async (scene) => {
      const { stack, markFault } = scene;
      await waitUntil(() => areLettersAccepted(scene));
      const letters = lettersOf(scene);
      arrangeDeath?.(stack);
      const deaths = arrangeDeath
        ? stack.worker.waitForExit().then(() => stack.worker.start())
        : undefined;
      markFault();
      for (const letter of [...letters, ...letters]) await sendReport(stack, letter);
      await waitUntil(() => areReportsSettled(stack, letters, 1));
      await deaths;
      markFault();
    },
  };
}

/** The worker dies while it processes the report with this number. */
const reportNumberAtDeath = 9;

/** The server accepts and bounces every attempt for a week, so one recipient stays unreached. */
function permanentBounceFault(): Fault {
  return {
    name: 'one address bounces until it is given up, worker at bounce.settled',
    skipsRetryPauses: true,
    recoveries: 10,
    disturb: async (scene) => {
      const { stack, markFault } = scene;
      const [household] = scene.households;
      if (!household) return;
      await waitUntil(() => areLettersAccepted(scene));
      const address = lastAddress(household);
      household.unreached = address;
      const [letter] = lettersOf(scene).filter(({ to }) => to === address);
      if (!letter) throw new Error(`no letter to ${address}`);
      for (
        let reports = 1;
        (await waitForNextState(stack, household)) === 'accepted';
        reports += 1
      ) {
        if (reports === reportNumberAtDeath)
          stack.worker.dieAt({ point: 'bounce.settled', passing: 1 });
        const deaths = reports === reportNumberAtDeath && stack.worker.waitForExit();
        await sendReport(stack, letter, new Date(Date.now() + reports * 1_000).toUTCString());
        if (deaths) await completeDeath(stack, deaths);
        await waitUntil(() => areReportsSettled(stack, [letter], reports));
        markFault();
      }
    },
  };
}

async function completeDeath(stack: Stack, waitForExit: Promise<unknown>): Promise<void> {
  let isDead = false;
  const ended = waitForExit.then(() => {
    isDead = true;
  });
  await waitUntil(async () => {
    await skipReportDelay(stack);
    return isDead;
  });
  await ended;
  await stack.worker.start();
}

/** The address of a recipient who gets only one letter. */
function lastAddress({ recipients }: Household): string {
  return [...recipients.values()].at(-1) ?? '';
}

/** Waits until the letter to the unreached recipient is no longer queued; returns its state. */
async function waitForNextState(stack: Stack, household: Household): Promise<DeliveryRow['state']> {
  for (;;) {
    const { deliveries } = await readOutcome(stack, household);
    const letter = deliveries.find(
      (one) =>
        household.recipients.get(recipientKey(one.instruction_id, one.contact_id)) ===
        household.unreached,
    );
    if (letter && letter.state !== 'queued') return letter.state;
    await skipRetryPauses(stack, household);
    await pause(20);
  }
}

async function areLettersAccepted({ stack, households: [household] }: Scene): Promise<boolean> {
  if (!household) return false;
  const { deliveries } = await readOutcome(stack, household);
  return deliveries.length > 0 && deliveries.every(({ state }) => state === 'accepted');
}

/** Letters of this trial that were accepted, without repeated mails. */
function lettersOf({ stack, households }: Scene): ArrivedMail[] {
  const addresses = new Set(households.flatMap(({ recipients }) => [...recipients.values()]));
  const mails = stack.mail.accepted.filter(
    (mail) => kindOf(mail) === 'delivery' && addresses.has(mail.to),
  );
  return [...new Map(mails.map((mail) => [mail.message_id, mail])).values()];
}

/** Sends a report; retries until it is accepted, because the worker may die meanwhile. */
async function sendReport(
  { bouncePort }: Stack,
  { sender, to }: ArrivedMail,
  date?: string,
): Promise<void> {
  const raw = findShape('Postfix, no such user').source({ to: sender, recipient: to, date });
  for (;;) {
    const line = createTransport({
      ...{ host: '127.0.0.1', port: bouncePort, secure: false, ignoreTLS: true },
      ...{ connectionTimeout: 2_000, greetingTimeout: 2_000, socketTimeout: 5_000 },
    });
    try {
      await line.sendMail({ envelope: { from: '', to: [sender] }, raw });
      return;
    } catch {
      await pause(100);
    }
  }
}

/** Makes reports due, which are otherwise delayed by a minute. */
async function skipReportDelay({ database }: Stack): Promise<void> {
  await database.rows(sql`
    update pgboss.job set start_after = now()
    where name = 'record-bounce' and state in ('created', 'retry') and start_after > now()`);
}

/** True once this many reports about each letter are settled. */
async function areReportsSettled(
  stack: Stack,
  letters: readonly ArrivedMail[],
  each: number,
): Promise<boolean> {
  const { database, ctx } = stack;
  await skipReportDelay(stack);
  const ids = letters.map(({ sender }) => ctx.mailer.returnAddresses?.mailIdOf(sender) ?? '');
  const rows = await database.rows<{ open: boolean }>(sql`
    select settled_at is null as open from bounce_reports where mail_id in ${ids}`);
  const expected = ids.length * each;
  const violations = violationUnless(rows.length <= expected, 'a repeated report was stored twice');
  if (violations.length > 0) throw new Error(violations.join());
  return rows.length === expected && rows.every(({ open }) => !open);
}

import { setTimeout as pause } from 'node:timers/promises';
import { shapeCalled } from '@zavet/smtp-stand-in/report-shapes';
import type { ArrivedMail } from '@zavet/smtp-stand-in/stand-in';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { type Household, recipientKey } from './household.ts';
import { type DeliveryRow, readOutcome, skipRetryPauses } from './outcome.ts';
import type { Stack } from './stack.ts';
import { type Fault, type Scene, until } from './trial.ts';
import { kindOf, violationUnless } from './verdict.ts';

/** Points of the worker while it processes a report. */
const points = [
  'bounce.before_commit',
  'bounce.stored',
  'bounce.before_settled_commit',
  'bounce.settled',
] as const;

/**
 * The recipient's server accepts letters and reports their failure later. It keeps a report until
 * it is accepted and sends each twice. In the end another attempt reaches every recipient, or the
 * recipient is shown as unreached.
 */
export function bounceFaults(): Fault[] {
  return [
    { ...bouncing(), name: 'letters bounce' },
    ...points.map((point) => ({
      ...bouncing(({ worker }) => worker.dieAt({ point, passing: 1 })),
      name: `letters bounce, worker at ${point}`,
    })),
    {
      ...bouncing(({ worker }) => worker.dieAt({ point: 'delivery.mail_accepted', passing: 1 })),
      name: 'letters bounce, worker at delivery.mail_accepted of the next try',
    },
    bouncingPermanently(),
  ];
}

function bouncing(arrangeDeath?: (stack: Stack) => void): Fault {
  return {
    name: '',
    skipsRetryPauses: true,
    disturb: async (scene) => {
      const { stack, markFault } = scene;
      await until(() => areLettersAccepted(scene));
      const letters = lettersOf(scene);
      arrangeDeath?.(stack);
      const deaths = arrangeDeath
        ? stack.worker.death().then(() => stack.worker.start())
        : undefined;
      markFault();
      for (const letter of [...letters, ...letters]) await report(stack, letter);
      await until(() => areReportsSettled(stack, letters, 1));
      await deaths;
      markFault();
    },
  };
}

/** The report of one address during which the worker dies. */
const fatalReport = 9;

/** The server accepts and bounces every attempt of a week: one recipient is unreached. */
function bouncingPermanently(): Fault {
  return {
    name: 'one address bounces until it is given up, worker at bounce.settled',
    skipsRetryPauses: true,
    recoveries: 10,
    disturb: async (scene) => {
      const { stack, markFault } = scene;
      const [household] = scene.households;
      if (!household) return;
      await until(() => areLettersAccepted(scene));
      const address = lastAddress(household);
      household.unreached = address;
      const [letter] = lettersOf(scene).filter(({ to }) => to === address);
      if (!letter) throw new Error(`no letter to ${address}`);
      for (let reports = 1; (await nextState(stack, household)) === 'accepted'; reports += 1) {
        if (reports === fatalReport) stack.worker.dieAt({ point: 'bounce.settled', passing: 1 });
        const deaths = reports === fatalReport && stack.worker.death();
        await report(stack, letter, new Date(Date.now() + reports * 1_000).toUTCString());
        if (deaths) await finishDeath(stack, deaths);
        await until(() => areReportsSettled(stack, [letter], reports));
        markFault();
      }
    },
  };
}

async function finishDeath(stack: Stack, death: Promise<unknown>): Promise<void> {
  let isDead = false;
  const ended = death.then(() => {
    isDead = true;
  });
  await until(async () => {
    await skipReportDelay(stack);
    return isDead;
  });
  await ended;
  await stack.worker.start();
}

/** The recipient of only one letter. */
function lastAddress({ recipients }: Household): string {
  return [...recipients.values()].at(-1) ?? '';
}

/** The state of the letter to the unreached recipient, once it is not queued. */
async function nextState(stack: Stack, household: Household): Promise<DeliveryRow['state']> {
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

/** The accepted letters of this trial, each mail once. */
function lettersOf({ stack, households }: Scene): ArrivedMail[] {
  const addresses = new Set(households.flatMap(({ recipients }) => [...recipients.values()]));
  const mails = stack.mail.accepted.filter(
    (mail) => kindOf(mail) === 'delivery' && addresses.has(mail.to),
  );
  return [...new Map(mails.map((mail) => [mail.message_id, mail])).values()];
}

/** Retries until the report is accepted: the worker may be dead or die meanwhile. */
async function report(
  { bouncePort }: Stack,
  { sender, to }: ArrivedMail,
  date?: string,
): Promise<void> {
  const raw = shapeCalled('Postfix, no such user').source({ to: sender, recipient: to, date });
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

/** Reports are otherwise delayed by a minute. */
async function skipReportDelay({ database }: Stack): Promise<void> {
  await database.rows(sql`
    update pgboss.job set start_after = now()
    where name = 'record-bounce' and state in ('created', 'retry') and start_after > now()`);
}

/** This many reports about each letter are settled. */
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

import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedMail } from '@zavet/smtp-stand-in/arrived-mail';
import { shapeCalled } from '@zavet/smtp-stand-in/report-shapes';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { type Family, recipientKey } from './family.ts';
import { type DeliveryRow, readOutcome, skipPauses } from './outcome.ts';
import type { Stack } from './stack.ts';
import { type Fault, type Scene, until } from './trial.ts';
import { kindOf, unless } from './verdict.ts';

/** Points that the worker passes with a report. */
const points = [
  'bounce.before_commit',
  'bounce.stored',
  'bounce.before_settled_commit',
  'bounce.settled',
] as const;

/**
 * A far server takes the letters, and reports later that they did not arrive. It keeps a report until it
 * is taken, as servers do, and sends each twice. At the end every recipient was served by another try, or
 * is shown as not reached.
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
    bouncingForGood(),
  ];
}

function bouncing(endanger?: (stack: Stack) => void): Fault {
  return {
    name: '',
    skipsPauses: true,
    happen: async (scene) => {
      const { stack, broken } = scene;
      await until(() => areTaken(scene));
      const letters = lettersOf(scene);
      endanger?.(stack);
      const deaths = endanger ? stack.worker.death().then(() => stack.worker.start()) : undefined;
      broken();
      for (const letter of [...letters, ...letters]) await report(stack, letter);
      await until(() => areSettled(stack, letters, 1));
      await deaths;
      broken();
    },
  };
}

/** The report during which the worker dies, among those that an address brings before it is given up. */
const deadlyReport = 9;

/** A server takes every try of a week and reports each of them: one recipient is not reached. */
function bouncingForGood(): Fault {
  return {
    name: 'one address bounces until it is given up, worker at bounce.settled',
    skipsPauses: true,
    recoveries: 10,
    happen: async (scene) => {
      const { stack, broken } = scene;
      const [family] = scene.families;
      if (!family) return;
      await until(() => areTaken(scene));
      const address = lastAddress(family);
      family.unreached = address;
      const [letter] = lettersOf(scene).filter(({ to }) => to === address);
      if (!letter) throw new Error(`no letter to ${address}`);
      for (let reports = 1; (await nextState(stack, family)) === 'accepted'; reports += 1) {
        if (reports === deadlyReport) stack.worker.dieAt({ point: 'bounce.settled', passing: 1 });
        const deaths = reports === deadlyReport && stack.worker.death();
        await report(stack, letter, new Date(Date.now() + reports * 1_000).toUTCString());
        if (deaths) await letDie(stack, deaths);
        await until(() => areSettled(stack, [letter], reports));
        broken();
      }
    },
  };
}

async function letDie(stack: Stack, death: Promise<unknown>): Promise<void> {
  let isDead = false;
  const ended = death.then(() => {
    isDead = true;
  });
  await until(async () => {
    await hurryReports(stack);
    return isDead;
  });
  await ended;
  await stack.worker.start();
}

/** The one whom nothing but one letter is meant for. */
function lastAddress({ recipients }: Family): string {
  return [...recipients.values()].at(-1) ?? '';
}

/** How it stands with the letter to who is not reached, once it no longer waits for a try. */
async function nextState(stack: Stack, family: Family): Promise<DeliveryRow['state']> {
  for (;;) {
    const { deliveries } = await readOutcome(stack, family);
    const letter = deliveries.find(
      (one) =>
        family.recipients.get(recipientKey(one.instruction_id, one.contact_id)) ===
        family.unreached,
    );
    if (letter && letter.state !== 'queued') return letter.state;
    await skipPauses(stack, family);
    await pause(20);
  }
}

async function areTaken({ stack, families: [family] }: Scene): Promise<boolean> {
  if (!family) return false;
  const { deliveries } = await readOutcome(stack, family);
  return deliveries.length > 0 && deliveries.every(({ state }) => state === 'accepted');
}

/** What the far server has taken for the people of this trial, each mail once. */
function lettersOf({ stack, families }: Scene): ArrivedMail[] {
  const addresses = new Set(families.flatMap(({ recipients }) => [...recipients.values()]));
  const mails = stack.mail.taken.filter(
    (mail) => kindOf(mail) === 'delivery' && addresses.has(mail.to),
  );
  return [...new Map(mails.map((mail) => [mail.message_id, mail])).values()];
}

/** Tried until it is taken: the worker may be dead, or die while it reads. */
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

/** The minute that a report waits is not waited for. */
async function hurryReports({ database }: Stack): Promise<void> {
  await database.rows(sql`
    update pgboss.job set start_after = now()
    where name = 'record-bounce' and state in ('created', 'retry') and start_after > now()`);
}

/** Whether so many reports about each letter are through. */
async function areSettled(
  stack: Stack,
  letters: readonly ArrivedMail[],
  each: number,
): Promise<boolean> {
  const { database, ctx } = stack;
  await hurryReports(stack);
  const ids = letters.map(({ sender }) => ctx.post.returnAddresses?.mailIdOf(sender) ?? '');
  const rows = await database.rows<{ open: boolean }>(sql`
    select settled_at is null as open from bounce_reports where mail_id in ${ids}`);
  const expected = ids.length * each;
  const violations = unless(rows.length <= expected, 'a doubled report was stored twice');
  if (violations.length > 0) throw new Error(violations.join());
  return rows.length === expected && rows.every(({ open }) => !open);
}

import { setTimeout as pause } from 'node:timers/promises';
import type { ArrivedMail } from '@zavet/smtp-stand-in/arrived-mail';
import { shapeCalled } from '@zavet/smtp-stand-in/report-shapes';
import { sql } from 'drizzle-orm';
import { createTransport } from 'nodemailer';
import { readOutcome } from './outcome.ts';
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
      await until(() => areSettled(stack, letters));
      await deaths;
      broken();
    },
  };
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
async function report({ bouncePort }: Stack, { sender, to }: ArrivedMail): Promise<void> {
  const raw = shapeCalled('Postfix, no such user').source({ to: sender, recipient: to });
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
async function areSettled(
  { database, deps }: Stack,
  letters: readonly ArrivedMail[],
): Promise<boolean> {
  await database.rows(sql`
    update pgboss.job set start_after = now()
    where name = 'record-bounce' and state in ('created', 'retry') and start_after > now()`);
  const ids = letters.map(({ sender }) => deps.bounces.returnAddresses?.mailIdOf(sender) ?? '');
  const rows = await database.rows<{ mail_id: string; open: boolean }>(sql`
    select mail_id, settled_at is null as open from bounce_reports where mail_id in ${ids}`);
  const violations = unless(rows.length <= ids.length, 'a doubled report was stored twice');
  if (violations.length > 0) throw new Error(violations.join());
  return rows.length === ids.length && rows.every(({ open }) => !open);
}

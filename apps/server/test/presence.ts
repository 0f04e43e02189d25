import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { runPresenceChecks } from '../src/features/presence/run-presence-checks.ts';
import { sendWaitingCheckIns } from '../src/features/presence/send-waiting-check-ins.ts';
import type { Person } from './people.ts';
import type { TestProduct } from './test-product.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Lets days pass for a test, a look of the job at the end of each. */
export async function passDays(product: TestProduct, days: number): Promise<void> {
  for (let day = 0; day < days; day++) {
    product.clock.advance(dayMs);
    await look(product);
  }
}

/** The job comes round, and what it has ordered for owners is taken. */
export async function look({ deps }: Pick<TestProduct, 'deps'>): Promise<void> {
  await runPresenceChecks(deps.presence);
  await sendWaitingCheckIns(deps.protocol.post, deps.presence);
}

/** The secret in the link of a check-in mail. */
export function checkInTokenIn(text: string): string {
  const [, token] = text.match(/\/check-in#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no check-in link in:\n${text}`);
  return token;
}

/** The subjects of all mails that an address has got. */
export async function subjectsTo(product: TestProduct, email: string): Promise<string[]> {
  const { mails } = await product.browser().listCapturedMails();
  return mails
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject)
    .reverse();
}

/** Once every ordered mail is settled; an invitation that was handed over at once keeps its order for a while. */
export async function settledMails({ database }: Pick<TestProduct, 'database'>): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await database.rows<{ open: number }>(sql`
        select count(*)::int as open from pgboss.job
        where name = 'mail' and data ->> 'mail' <> 'contact_invitation'
          and state in ('created', 'retry', 'active')`);
      if (row?.open) throw new Error(`${row.open} mails are on their way`);
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** What the owner's log says of the checks, oldest first. */
export async function presenceEventsOf({ database }: TestProduct, { userId }: Person) {
  const rows = await database.rows<{ kind: string }>(sql`
    select kind from security_events
    where user_id = ${userId} and kind in ('presence_changed', 'check_in_sent', 'check_in_answered',
      'contacts_told_of_silence', 'contacts_reassured')
    order by created_at, id`);
  return rows.map(({ kind }) => kind);
}

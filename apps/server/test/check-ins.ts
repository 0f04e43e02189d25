import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import {
  runCheckIns,
  sendPendingCheckIns,
} from '../src/features/protocol/check-ins/check-in-rounds.ts';
import type { Person } from './people.ts';
import type { TestProduct } from './test-product.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Runs the check-in jobs at the end of each week and of the last day. */
export async function passDays(product: TestProduct, days: number): Promise<void> {
  for (let remaining = days; remaining > 0; remaining -= 7) {
    product.clock.advance(Math.min(remaining, 7) * dayMs);
    await runCheckInJobs(product);
  }
}

/** Turns check-ins off for the owners of earlier tests. */
export async function disableCheckIns({ database }: Pick<TestProduct, 'database'>): Promise<void> {
  await database.rows(sql`update check_in_settings set frequency = 'disabled' returning user_id`);
}

export async function runCheckInJobs({ ctx }: Pick<TestProduct, 'ctx'>): Promise<void> {
  await runCheckIns(ctx);
  await sendPendingCheckIns(ctx);
}

export function checkInTokenIn(text: string): string {
  const [, token] = text.match(/\/check-in#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no check-in link in:\n${text}`);
  return token;
}

/** Waits until all mail jobs are done, except those of invitations, which may stay queued. */
export async function waitForMails({ database }: Pick<TestProduct, 'database'>): Promise<void> {
  await vi.waitFor(
    async () => {
      const [row] = await database.rows<{ open: number }>(sql`
        select count(*)::int as open from pgboss.job
        where name = 'mail' and data ->> 'mail' <> 'contact_invitation'
          and state in ('created', 'retry', 'active')`);
      if (row?.open) throw new Error(`${row.open} mails are pending`);
    },
    { timeout: 15_000, interval: 50 },
  );
}

/** Security events of check-ins, oldest first. */
export async function checkInEventsOf({ database }: TestProduct, { userId }: Person) {
  const rows = await database.rows<{ kind: string }>(sql`
    select kind from security_events
    where user_id = ${userId} and kind in ('check_ins_changed', 'check_in_sent', 'check_in_answered',
      'contacts_notified_of_silence', 'contacts_reassured')
    order by created_at, id`);
  return rows.map(({ kind }) => kind);
}

import type { WaitingHours } from '@zavet/contract/protocol/release-rules';
import { sql } from 'drizzle-orm';
import { processWaitingActivations } from '../src/features/protocol/activation/process-waiting-activations.ts';
import { hour } from './durations.ts';
import type { Person } from './people.ts';
import type { TrustedPerson } from './protocol.ts';
import type { TestProduct } from './test-product.ts';

/** What an owner has chosen a while ago. */
export async function chooseWaiting(
  { database, clock }: TestProduct,
  owner: Pick<Person, 'userId'>,
  waitingHours: WaitingHours,
  needsSecond = false,
): Promise<void> {
  await database.rows(sql`
    insert into protocol_rules (user_id, waiting_hours, needs_second, chosen_at)
    values (${owner.userId}, ${waitingHours}, ${needsSecond}, ${clock.now().toISOString()})
    on conflict (user_id) do update
      set waiting_hours = excluded.waiting_hours, needs_second = excluded.needs_second`);
}

export function onlyContact(contacts: readonly TrustedPerson[]): TrustedPerson {
  const [contact] = contacts;
  if (!contact) throw new Error('a contact was wanted');
  return contact;
}

/** Does what the job does twice a minute. */
export const watch = (product: TestProduct) =>
  processWaitingActivations(product.ctx, new AbortController().signal);

/** Nobody watches for so long: neither a worker nor anybody else. */
export async function standStill(
  { database, clock }: Pick<TestProduct, 'database' | 'clock'>,
  milliseconds: number,
): Promise<void> {
  clock.advance(milliseconds);
  await database.rows(sql`
    update worker_signs set seen_at = seen_at - ${milliseconds / 1000} * interval '1 second'`);
}

/** When letters of an owner leave that wait now. */
export async function releaseAtOf(
  { database }: TestProduct,
  owner: Pick<Person, 'userId'>,
): Promise<Date | undefined> {
  const [row] = await database.rows<{ release_at: Date | string }>(sql`
    select release_at from activation_requests
    where deceased_user_id = ${owner.userId} and status = 'waiting'`);
  return row && new Date(row.release_at);
}

/** Refunds of all payments for an owner's activations, and of those whose activation is gone. */
export function refundsOf({ database }: TestProduct, payer: Pick<Person, 'userId'>) {
  return database.rows<{ reason: string; amount_kopecks: number }>(sql`
    select refund.reason, refund.amount_kopecks from refunds refund
    inner join payments payment on payment.id = refund.payment_id
    where payment.user_id = ${payer.userId} order by refund.created_at, refund.id`);
}

/** The mails ordered so far, by name, oldest first; jobs do not run. */
export async function orderedMails({ database }: TestProduct, activationId?: string) {
  const rows = await database.rows<{ name: string; ids: Record<string, string> }>(sql`
    select data->>'mail' as name, data->'ids' as ids from pgboss.job where name = 'mail'
    order by created_on, id`);
  return rows
    .filter(({ ids }) => !activationId || ids.activation_id === activationId)
    .map(({ name, ids }) => ({ name, ...ids }));
}

import { sql } from 'drizzle-orm';
import type { Household } from './household.ts';
import type { Stack } from './stack.ts';

/** Ids in the data of a job; mail jobs nest them in `ids`. */
const jobIds = sql.raw(`coalesce(data -> 'ids', data)`);

export interface ActivationRow {
  id: string;
  status: string;
  payment_id: string | null;
  /** Timestamps are texts, as in JSON. */
  release_at: string | null;
  activated_at: string | null;
}

export interface DeliveryRow {
  id: string;
  instruction_id: string;
  contact_id: string | null;
  /** The mail with all letters to the same person. */
  envelope_id: string;
  envelope_state: string;
  state: string;
  /** Kinds of the ledger entries, in order. */
  ledger: string[];
  /** True if the next attempt is in the future. */
  is_postponed: boolean;
  /** The open links of the envelope. */
  links: { id: string; digest: string }[];
}

export interface PaymentRow {
  id: string;
  status: string;
  took_effect: number;
  refunds: { status: string; amount_kopecks: number }[];
}

/** The state of a household in the database, read in one statement. */
export interface Outcome {
  activations: ActivationRow[];
  deliveries: DeliveryRow[];
  /** Letters withheld from unconfirmed contacts. The number of envelopes must be 0. */
  withheld: { contact_id: string; envelopes: number }[];
  payments: PaymentRow[];
  instruction_states: string[];
  contact_states: string[];
  activations_in_audit: number;
  jobs: string[];
}

export async function readOutcome({ database }: Stack, household: Household): Promise<Outcome> {
  const [row] = await database.rows<{ outcome: Outcome }>(sql`
    with own as (
      select id, status, payment_id, release_at, activated_at from activation_requests
      where deceased_user_id = ${household.owner.id}
    ), paid as (
      select payments.id, payments.status, (
        select count(*)::int from payment_events
        where payment_id = payments.id and kind = 'took_effect') as took_effect, (
        select coalesce(json_agg(json_build_object(
          'status', refunds.status, 'amount_kopecks', refunds.amount_kopecks)), '[]')
        from refunds where payment_id = payments.id) as refunds
      from payments where user_id = ${household.activator.id}
    ), delivery as (
      select deliveries.id, instruction_id, deliveries.contact_id, envelope_id, deliveries.state,
        envelopes.state as envelope_state,
        envelopes.state = 'queued' and next_attempt_at > now() as is_postponed,
        (select coalesce(json_agg(kind order by created_at, id), '[]') from delivery_events
          where delivery_id = deliveries.id) as ledger,
        (select coalesce(json_agg(json_build_object('id', id, 'digest', digest)), '[]')
          from delivery_links
          where envelope_id = deliveries.envelope_id and closed_at is null) as links
      from deliveries inner join envelopes on envelopes.id = envelope_id
      where deliveries.user_id = ${household.owner.id} and deliveries.state <> 'withheld'
    ), job as (
      select name || ' ' || state as job from pgboss.job
      where state in ('created', 'retry', 'active') and (
        ${jobIds} ->> 'activation_id' in (select id::text from own)
        or ${jobIds} ->> 'payment_id' in (select id::text from paid)
        or ${jobIds} ->> 'refund_id' in (
          select refunds.id::text from refunds inner join paid on paid.id = refunds.payment_id))
    )
    select json_build_object(
      'activations', (select coalesce(json_agg(own), '[]') from own),
      'deliveries', (select coalesce(json_agg(delivery), '[]') from delivery),
      'withheld', (select coalesce(json_agg(json_build_object('contact_id', contact_id, 'envelopes',
          (select count(*)::int from envelopes where id = deliveries.envelope_id))), '[]')
        from deliveries where user_id = ${household.owner.id} and state = 'withheld'),
      'payments', (select coalesce(json_agg(paid), '[]') from paid),
      'instruction_states', (select coalesce(json_agg(distinct status), '[]') from instructions
        where user_id = ${household.owner.id}),
      'contact_states', (select coalesce(json_agg(status order by status), '[]')
        from trusted_contacts where user_id = ${household.owner.id}),
      'activations_in_audit', (select count(*)::int from security_events
        where user_id = ${household.owner.id} and kind = 'protocol_activated'),
      'jobs', (select coalesce(json_agg(job.job), '[]') from job)
    ) as outcome`);
  if (!row) throw new Error('The outcome query returned no row.');
  return row.outcome;
}

/** Delivery is always partial, because letters to the unconfirmed contact are withheld. */
export const finalStatus = 'partially_delivered';

/** Expected end of a trial. */
export type Ending = 'released' | 'vetoed';

/** True once no work is left. */
export function isSettled({ activations, jobs, payments }: Outcome, ending: Ending): boolean {
  const last = ending === 'vetoed' ? 'vetoed' : finalStatus;
  const areRefundsSettled = payments.every(({ refunds }) =>
    refunds.every(({ status }) => status !== 'pending'),
  );
  return (
    activations.some(({ status }) => status === last) && areRefundsSettled && jobs.length === 0
  );
}

/**
 * Makes the announcement of a payment due now. It is delayed because the mail about the waiting
 * period usually replaces it.
 */
export async function skipAnnouncementDelay(
  { database }: Stack,
  { owner }: Household,
): Promise<void> {
  await database.rows(sql`
    update pgboss.job job set start_after = now()
    from activation_requests activation
    where job.name = 'mail' and job.state = 'created' and job.start_after > now()
      and ${jobIds} ->> 'is_delayed' = 'true' and deceased_user_id = ${owner.id}
      and ${jobIds} ->> 'activation_id' = activation.id::text and status <> 'payment_pending'`);
}

/** Makes queued mails and jobs of a household due now. */
export async function skipRetryPauses({ database }: Stack, { owner }: Household): Promise<void> {
  await database.rows(sql`
    update envelopes set next_attempt_at = now()
    where user_id = ${owner.id} and state = 'queued' and next_attempt_at > now()`);
  await database.rows(sql`
    update pgboss.job set start_after = now()
    where state in ('created', 'retry') and start_after > now() and exists (
      select 1 from activation_requests activation
      where deceased_user_id = ${owner.id}
        and (${jobIds} ->> 'activation_id' = activation.id::text
          or ${jobIds} ->> 'payment_id' = activation.payment_id::text))`);
}

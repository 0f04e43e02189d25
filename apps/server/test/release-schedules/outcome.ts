import { sql } from 'drizzle-orm';
import type { Scene } from './household.ts';
import { type ActivationHistory, type LedgerEntry, readLedger, releaseTimesOf } from './ledger.ts';

interface PaymentRow {
  id: string;
  status: string;
  amount_kopecks: number;
  refunds: { amount_kopecks: number; status: string }[];
}

interface EnqueuedMail {
  mail: string;
  activation_id: string | null;
}

export interface Outcome {
  ledger: LedgerEntry[];
  payments: PaymentRow[];
  /** Enqueued mails, with the activation that they name. */
  mails: EnqueuedMail[];
}

export async function readOutcome({ lane: { database } }: Scene): Promise<Outcome> {
  const payments = await database.rows<PaymentRow>(sql`
    select id, status, amount_kopecks, (
      select coalesce(json_agg(json_build_object(
        'amount_kopecks', refunds.amount_kopecks, 'status', refunds.status)), '[]')
      from refunds where payment_id = payments.id) as refunds
    from payments`);
  const mails = await database.rows<EnqueuedMail>(sql`
    select concat_ws(' ', data ->> 'mail', data -> 'ids' ->> 'stage', data -> 'ids' ->> 'state') as mail,
      data -> 'ids' ->> 'activation_id' as activation_id
    from pgboss.job where name = 'mail'`);
  return { ledger: await readLedger(database), payments, mails };
}

const postponements = [
  'activation_state postponed',
  'activation_state withdrawn',
  'activation_state dismissed',
];

const endedStatuses = ['payment_canceled', 'refunded', 'vetoed', 'rejected'];

/** The owner is notified of every start, waiting period and postponement, and once of the end. */
export function mailViolations(
  { mails }: Outcome,
  histories: readonly ActivationHistory[],
): string[] {
  return histories.flatMap(({ id, moves, rows }) => {
    const times = (...kinds: string[]) =>
      mails.filter(({ mail, activation_id }) => activation_id === id && kinds.includes(mail))
        .length;
    const reached = (status: string) => moves.some(({ to }) => to === status);
    const startStatuses = ['requested', 'agreement_pending', 'payment_pending'];
    const startedActivations = startStatuses.filter(reached).length;
    // If a competing activation won, the owner gets mail only about the winner. The activation of a
    // removed contact may also have lost to a competing one.
    const end = rows.at(-1)?.end_reason;
    const isOvertaken =
      end === 'overtaken' || (end === 'contact_removed' && times('activation_attempt_ended') === 0);
    const expected = {
      startedActivations,
      waits: reached('waiting'),
      putOff: releaseTimesOf(rows).length > 1,
      released: Number(reached('activated')),
      ended: Number(endedStatuses.some(reached) && !isOvertaken),
    };
    const sent = {
      startedActivations: times(
        'activation_announced requested',
        'activation_announced asked',
        'activation_announced payment',
      ),
      waits: times('activation_waits') > 0,
      putOff: releaseTimesOf(rows).length > 1 && times(...postponements) > 0,
      released: times('protocol_activated'),
      ended: times('activation_attempt_ended'),
    };
    const [want, got] = [JSON.stringify(expected), JSON.stringify(sent)];
    return want === got ? [] : [`mails about ${id}: ${got} in place of ${want}`];
  });
}

/** A succeeded payment must lead to a release, or be refunded once and in full. */
export function paymentViolations(
  { lane }: Scene,
  { payments }: Outcome,
  histories: readonly ActivationHistory[],
): string[] {
  const known = lane.provider.payments();
  return payments.flatMap(({ id, status, amount_kopecks, refunds }) => {
    const atProvider = known.find(({ payment_id }) => payment_id === id);
    const wasPaid = atProvider?.status === 'succeeded';
    const hasReleased = histories.some(
      ({ releases }) => releases.length > 0 && releases[0]?.row.payment_id === id,
    );
    const actualRefunds = refunds.map((one) => `${one.status} ${one.amount_kopecks}`).join();
    const expectedRefunds = wasPaid && !hasReleased ? `succeeded ${amount_kopecks}` : '';
    const isEnded = status === (wasPaid ? 'succeeded' : 'canceled');
    return [
      ...(isEnded ? [] : [`payment ${id} is ${status}, at the provider ${atProvider?.status}`]),
      ...(hasReleased && !wasPaid ? [`payment ${id} was never paid, and led to a release`] : []),
      ...(actualRefunds === expectedRefunds
        ? []
        : [`payment ${id}: refunds «${actualRefunds}» in place of «${expectedRefunds}»`]),
      ...((atProvider?.refunded_kopecks ?? 0) === (expectedRefunds ? amount_kopecks : 0)
        ? []
        : [`payment ${id}: the provider gave ${atProvider?.refunded_kopecks} back`]),
    ];
  });
}

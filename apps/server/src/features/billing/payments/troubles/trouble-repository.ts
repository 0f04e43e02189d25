import type { PaymentTroubleKind, TroubleResolution } from '@zavet/contract/billing/payment-values';
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { newId } from '../../../../platform/ids.ts';
import { users } from '../../../identity/account/index.ts';
import { payments, paymentTroubles, refunds } from '../payment-tables.ts';

export type PaymentTrouble = typeof paymentTroubles.$inferSelect;

interface Noticed {
  kind: PaymentTroubleKind;
  payment_id: string;
  refund_id?: string;
  owed_kopecks?: number;
}

/** Of one kind about one subject at most one is open: seen again, it only gets a later moment. */
export async function openTrouble(
  database: Database,
  { kind, payment_id, refund_id, owed_kopecks }: Noticed,
  now: Date,
): Promise<void> {
  await database
    .db()
    .insert(paymentTroubles)
    .values({
      id: newId(),
      kind,
      payment_id,
      refund_id: refund_id ?? null,
      subject_id: refund_id ?? payment_id,
      owed_kopecks: owed_kopecks ?? null,
      since: now,
      last_seen_at: now,
    })
    .onConflictDoUpdate({
      target: [paymentTroubles.kind, paymentTroubles.subject_id],
      targetWhere: isNull(paymentTroubles.resolved_at),
      set: {
        last_seen_at: now,
        owed_kopecks: sql`${paymentTroubles.owed_kopecks} + excluded.owed_kopecks`,
      },
    });
}

/** What the provider has answered by now needs nobody any more. */
export async function closeAnsweredTroubles(
  database: Database,
  subjectId: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(paymentTroubles)
    .set({ resolved_at: now, resolution: 'by_itself' })
    .where(
      and(
        eq(paymentTroubles.subject_id, subjectId),
        isNull(paymentTroubles.resolved_at),
        // What an outage owes has nothing to do with the answer about a payment.
        inArray(paymentTroubles.kind, [
          'refund_needs_operator',
          'refund_refused',
          'refund_without_money',
          'payment_mismatch',
          'payment_lost',
        ]),
      ),
    );
}

interface Resolved {
  resolution: TroubleResolution;
  resolved_by: string;
  resolved_at: Date;
  settled_kopecks?: number;
  reference?: string;
}

/** Everything that is open about the same subject ends with it. */
export async function resolveTroubles(
  database: Database,
  { subject_id, kind }: PaymentTrouble,
  resolved: Resolved,
): Promise<void> {
  const isSame =
    kind === 'outage_compensated_in_part'
      ? eq(paymentTroubles.kind, kind)
      : sql`${paymentTroubles.kind} <> 'outage_compensated_in_part'`;
  await database
    .db()
    .update(paymentTroubles)
    .set(resolved)
    .where(
      and(eq(paymentTroubles.subject_id, subject_id), isNull(paymentTroubles.resolved_at), isSame),
    );
}

const troubleColumns = {
  trouble: paymentTroubles,
  payment: payments,
  refund: refunds,
  payer_email: users.email,
};

function troublesWithPayments(database: Database) {
  return database
    .db()
    .select(troubleColumns)
    .from(paymentTroubles)
    .innerJoin(payments, eq(payments.id, paymentTroubles.payment_id))
    .leftJoin(refunds, eq(refunds.id, paymentTroubles.refund_id))
    .leftJoin(users, eq(users.id, payments.user_id));
}

export type FoundTrouble = Awaited<ReturnType<typeof listTroubles>>[number];

export async function findTrouble(
  database: Database,
  id: string,
): Promise<FoundTrouble | undefined> {
  const [found] = await troublesWithPayments(database).where(eq(paymentTroubles.id, id));
  return found;
}

/** Held until the transaction ends. */
export async function lockTrouble(database: Database, id: string): Promise<void> {
  await database
    .db()
    .select({ id: paymentTroubles.id })
    .from(paymentTroubles)
    .where(eq(paymentTroubles.id, id))
    .for('update');
}

/** Open ones by their age, settled ones from the latest on; from the one after `after`. */
export async function listTroubles(
  database: Database,
  state: 'open' | 'settled',
  after: string | undefined,
  limit: number,
) {
  const { id, since, resolved_at } = paymentTroubles;
  const last = (column: typeof since | typeof resolved_at) =>
    sql`(select ${column}, ${id} from ${paymentTroubles} where ${id} = ${after})`;
  const query = troublesWithPayments(database);
  return state === 'open'
    ? query
        .where(
          and(isNull(resolved_at), after ? sql`(${since}, ${id}) > ${last(since)}` : undefined),
        )
        .orderBy(asc(since), asc(id))
        .limit(limit)
    : query
        .where(
          and(
            isNotNull(resolved_at),
            after ? sql`(${resolved_at}, ${id}) < ${last(resolved_at)}` : undefined,
          ),
        )
        .orderBy(desc(resolved_at), desc(id))
        .limit(limit);
}

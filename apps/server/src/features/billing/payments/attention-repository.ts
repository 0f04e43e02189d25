import type { PaymentTroubleKind, TroubleResolution } from '@zavet/contract/billing/payment-values';
import { and, asc, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { users } from '../../identity/account/index.ts';
import { attentionItems, payments, refunds } from './payment-tables.ts';

export type AttentionRow = typeof attentionItems.$inferSelect;

interface AttentionFlag {
  kind: PaymentTroubleKind;
  payment_id: string;
  refund_id?: string;
  owed_kopecks?: number;
}

/** Opens at most one item per kind and subject; a repetition only updates the open one. */
export async function flagForAttention(
  database: Database,
  { kind, payment_id, refund_id, owed_kopecks }: AttentionFlag,
  now: Date,
): Promise<void> {
  await database
    .db()
    .insert(attentionItems)
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
      target: [attentionItems.kind, attentionItems.subject_id],
      targetWhere: isNull(attentionItems.resolved_at),
      set: {
        last_seen_at: now,
        owed_kopecks: sql`${attentionItems.owed_kopecks} + excluded.owed_kopecks`,
      },
    });
}

/** Resolves the open items of a payment or refund after the provider's final response. */
export async function autoResolveAttention(
  database: Database,
  subjectId: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(attentionItems)
    .set({ resolved_at: now, resolution: 'automatic' })
    .where(
      and(
        eq(attentionItems.subject_id, subjectId),
        isNull(attentionItems.resolved_at),
        // Compensation for an outage is owed regardless of the provider's response.
        inArray(attentionItems.kind, [
          'refund_needs_operator',
          'refund_refused',
          'refund_without_money',
          'payment_mismatch',
          'payment_lost',
        ]),
      ),
    );
}

interface Resolution {
  resolution: TroubleResolution;
  resolved_by: string;
  resolved_at: Date;
  settled_kopecks?: number;
  reference?: string;
}

/**
 * Resolves all open items about the same subject. Outage debts are resolved separately from other
 * items.
 */
export async function resolveAttention(
  database: Database,
  { subject_id, kind }: AttentionRow,
  resolved: Resolution,
): Promise<void> {
  const isSame =
    kind === 'outage_compensated_in_part'
      ? eq(attentionItems.kind, kind)
      : sql`${attentionItems.kind} <> 'outage_compensated_in_part'`;
  await database
    .db()
    .update(attentionItems)
    .set(resolved)
    .where(
      and(eq(attentionItems.subject_id, subject_id), isNull(attentionItems.resolved_at), isSame),
    );
}

const attentionColumns = {
  trouble: attentionItems,
  payment: payments,
  refund: refunds,
  payer_email: users.email,
};

function selectAttentionItems(database: Database) {
  return database
    .db()
    .select(attentionColumns)
    .from(attentionItems)
    .innerJoin(payments, eq(payments.id, attentionItems.payment_id))
    .leftJoin(refunds, eq(refunds.id, attentionItems.refund_id))
    .leftJoin(users, eq(users.id, payments.user_id));
}

export type AttentionItem = Awaited<ReturnType<typeof listAttentionItems>>[number];

export async function findAttentionItem(
  database: Database,
  id: string,
): Promise<AttentionItem | undefined> {
  const [found] = await selectAttentionItems(database).where(eq(attentionItems.id, id));
  return found;
}

/** Holds the lock until the transaction ends. */
export async function lockAttentionItem(database: Database, id: string): Promise<void> {
  await database
    .db()
    .select({ id: attentionItems.id })
    .from(attentionItems)
    .where(eq(attentionItems.id, id))
    .for('update');
}

/** Returns the page after item `after`: open items oldest first, settled items newest first. */
export async function listAttentionItems(
  database: Database,
  state: 'open' | 'settled',
  after: string | undefined,
  limit: number,
) {
  const { id, since, resolved_at } = attentionItems;
  const last = (column: typeof since | typeof resolved_at) =>
    sql`(select ${column}, ${id} from ${attentionItems} where ${id} = ${after})`;
  const query = selectAttentionItems(database);
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

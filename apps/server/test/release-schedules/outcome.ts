import { sql } from 'drizzle-orm';
import { type LedgerEntry, readLedger } from './ledger.ts';
import type { Scene } from './scene.ts';

export interface PaymentRow {
  id: string;
  status: string;
  amount_kopecks: number;
  refunds: { amount_kopecks: number; status: string }[];
}

export interface OrderedMail {
  mail: string;
  activation_id: string | null;
}

/** What is left of a schedule. */
export interface Outcome {
  ledger: LedgerEntry[];
  payments: PaymentRow[];
  /** Mails to the owner's own address that name an activation, and those to others. */
  mails: OrderedMail[];
}

export async function readOutcome({ lane: { database } }: Scene): Promise<Outcome> {
  const payments = await database.rows<PaymentRow>(sql`
    select id, status, amount_kopecks, (
      select coalesce(json_agg(json_build_object(
        'amount_kopecks', refunds.amount_kopecks, 'status', refunds.status)), '[]')
      from refunds where payment_id = payments.id) as refunds
    from payments`);
  const mails = await database.rows<OrderedMail>(sql`
    select data ->> 'mail' as mail, data -> 'ids' ->> 'activation_id' as activation_id
    from pgboss.job where name = 'mail'`);
  return { ledger: await readLedger(database), payments, mails };
}

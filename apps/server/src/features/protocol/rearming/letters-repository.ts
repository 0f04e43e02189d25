import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { deliveries, deliveryEvents, deliveryLinks, envelopes } from '../delivery-tables.ts';
import { isMeant, isRead } from '../letters/delivery-repository.ts';

/** What can be taken back: nobody has seen it, and it is still meant for somebody. */
const isUnopened = sql`(deliveries.state <> 'closed' and ${isMeant} and not ${isRead})`;

/** Holds every letter of an activation: nobody opens one until the transaction ends. */
export async function lockLetters(database: Database, activationId: string): Promise<void> {
  await database.rows(sql`
    select id from ${deliveries} where activation_id = ${activationId}
    order by id for no key update`);
}

export interface RecalledLetter {
  id: string;
  instruction_id: string;
}

/** Takes back what nobody has opened. The letters must be held. */
export async function closeUnopened(
  database: Database,
  activationId: string,
): Promise<RecalledLetter[]> {
  const taken = await database.rows<RecalledLetter>(sql`
    update ${deliveries} set state = 'closed'
    where activation_id = ${activationId} and ${isUnopened}
    returning id, instruction_id`);
  // An envelope in which nothing is left is not sent.
  await database.rows(sql`
    update ${envelopes} set state = 'closed', claimed_until = null, claim_id = null
    where activation_id = ${activationId} and state <> 'closed' and not exists (
      select 1 from ${deliveries}
      where deliveries.envelope_id = envelopes.id and deliveries.state <> 'closed')`);
  return taken;
}

/** Ends the links of envelopes from which every letter was taken back. */
export function closeLinksOfClosed(
  database: Database,
  activationId: string,
  now: Date,
): Promise<void> {
  return closeLinks(database, sql`activation_id = ${activationId} and state = 'closed'`, now);
}

/** Ends every link of an activation, also to letters that were read. */
export function closeAllLinks(database: Database, activationId: string, now: Date): Promise<void> {
  return closeLinks(database, sql`activation_id = ${activationId}`, now);
}

async function closeLinks(database: Database, those: SQL, now: Date): Promise<void> {
  await database.rows(sql`
    update ${deliveryLinks} set closed_at = ${now.toISOString()}::timestamptz
    where closed_at is null and envelope_id in (select id from ${envelopes} where ${those})`);
}

/**
 * Nothing of an activation is on its way any more. What is left was read before: it counts as
 * delivered if a mail server ever took it. What was never meant for anybody is forgotten.
 */
export async function endSending(database: Database, activationId: string): Promise<void> {
  await database.rows(sql`
    delete from ${deliveries} where activation_id = ${activationId} and state = 'withheld'`);
  await database.rows(sql`
    update ${deliveries} set state = case when exists (
        select 1 from ${deliveryEvents} where delivery_id = deliveries.id and kind = 'accepted')
      then 'accepted' else 'unreachable' end
    where activation_id = ${activationId} and state = 'queued'`);
  await database.rows(sql`
    update ${envelopes} set claimed_until = null, claim_id = null,
      state = case when exists (
        select 1 from ${deliveries}
        where deliveries.envelope_id = envelopes.id and deliveries.state = 'accepted')
      then 'accepted' else 'unreachable' end
    where activation_id = ${activationId} and state = 'queued'`);
}

/** How many letters of an activation could be taken back at this moment. */
export async function countUnopened(database: Database, activationId: string): Promise<number> {
  const [row] = await database.rows<{ unopened: number }>(sql`
    select count(*)::int as unopened from ${deliveries}
    where activation_id = ${activationId} and ${isUnopened}`);
  return row?.unopened ?? 0;
}

/** How many letters of an activation somebody has opened. */
export async function countRead(database: Database, activationId: string): Promise<number> {
  const [row] = await database.rows<{ opened: number }>(sql`
    select count(*)::int as opened from ${deliveries}
    where activation_id = ${activationId} and ${isRead}`);
  return row?.opened ?? 0;
}

import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { deliveryLinks, envelopes } from '../delivery-tables.ts';

/**
 * Links of letters that were taken, which end by then and whose readers do not know it yet; marks
 * them as told. The last reminder stands for the first as well.
 */
export function takeEndingLinks(
  database: Database,
  now: Date,
  until: Date,
  isLast: boolean,
  limit: number,
): Promise<{ id: string; envelope_id: string }[]> {
  const told = isLast ? sql`reminded_last_at` : sql`reminded_at`;
  const at = sql`${now.toISOString()}::timestamptz`;
  const change = isLast
    ? sql`reminded_last_at = ${at}, reminded_at = coalesce(reminded_at, ${at})`
    : sql`reminded_at = ${at}`;
  return database.rows(sql`
    update ${deliveryLinks} set ${change}
    where ${told} is null and closed_at is null and id in (
      select link.id from ${deliveryLinks} link
      inner join ${envelopes} on envelopes.id = link.envelope_id and envelopes.state = 'accepted'
      where link.closed_at is null and link.reminded_last_at is null and link.${told} is null
        and link.expires_at > ${now.toISOString()} and link.expires_at <= ${until.toISOString()}
      limit ${limit})
    returning id, envelope_id`);
}

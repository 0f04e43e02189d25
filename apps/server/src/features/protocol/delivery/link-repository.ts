import type { Locale } from '@zavet/contract/locales';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../contacts/public.ts';
import { instructions } from '../../instructions/public.ts';
import { activationRequests as activation, deliveries, deliveryLinks } from '../protocol-tables.ts';
import { sealedRecipient } from './recipient-repository.ts';

type DeliveryLink = typeof deliveryLinks.$inferSelect;

/** A link with the delivery it opens and who gets that. Texts of the instruction are sealed. */
export interface LinkWithRecipient {
  link_id: string;
  expires_at: Date | string;
  closed_at: Date | string | null;
  /** By the owner: this letter alone, or all of its activation. */
  is_taken_back: boolean;
  id: string;
  activation_id: string;
  user_id: string;
  instruction_id: string;
  contact_id: string | null;
  heading: string;
  seal_id: string | null;
  corrected_email: string | null;
  contact_name: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
}

/** A link by its id or its digest, or the latest link of a delivery. */
export async function findLinkWithRecipient(
  database: Database,
  by: { id: string } | { digest: string } | { delivery_id: string },
): Promise<LinkWithRecipient | undefined> {
  const condition =
    'id' in by
      ? sql`link.id = ${by.id}`
      : 'digest' in by
        ? sql`link.digest = ${by.digest}`
        : sql`link.delivery_id = ${by.delivery_id}`;
  const [found] = await database.rows<LinkWithRecipient>(sql`
    select
      link.id as link_id, link.expires_at, link.closed_at,
      delivery.state = 'closed' or ${activation.status} = 'past' as is_taken_back,
      delivery.id, delivery.activation_id, delivery.user_id, delivery.instruction_id,
      delivery.contact_id, delivery.corrected_email,
      ${sealedRecipient}
    from ${deliveryLinks} link
    inner join ${deliveries} delivery on delivery.id = link.delivery_id
    inner join ${activation} on ${activation.id} = delivery.activation_id
    inner join ${instructions} on ${instructions.id} = delivery.instruction_id
    left join ${contact} on ${contact.id} = delivery.contact_id
    where ${condition}
    order by link.created_at desc, link.id desc limit 1`);
  return found;
}

/** Closes the open link of a delivery, once. */
export async function closeOpenLink(
  database: Database,
  deliveryId: string,
  now: Date,
): Promise<boolean> {
  const closed = await database
    .db()
    .update(deliveryLinks)
    .set({ closed_at: now })
    .where(and(eq(deliveryLinks.delivery_id, deliveryId), isNull(deliveryLinks.closed_at)))
    .returning({ id: deliveryLinks.id });
  return closed.length > 0;
}

export async function insertLink(
  database: Database,
  link: Pick<DeliveryLink, 'id' | 'delivery_id' | 'digest' | 'expires_at' | 'created_at'>,
): Promise<void> {
  await database.db().insert(deliveryLinks).values(link);
}

import type { Locale } from '@zavet/contract/locales';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { instructions } from '../../vault/instructions/index.ts';
import { deliveries, deliveryLinks, envelopes } from '../delivery-tables.ts';
import { activationRequests as activation } from '../protocol-tables.ts';
import { sealedRecipient } from './recipient-repository.ts';

type DeliveryLink = typeof deliveryLinks.$inferSelect;

/**
 * A link with a letter in its envelope and who gets that: the letter that was asked for, otherwise
 * the oldest that was not taken back. Texts of the instruction are sealed.
 */
export interface LinkWithRecipient {
  link_id: string;
  envelope_id: string;
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
  seal_id: string;
  corrected_email: string | null;
  contact_name: string | null;
  contact_email: string | null;
  contact_language: Locale | null;
}

/** A link by its id or its digest, or the latest link to a delivery. */
export async function findLinkWithRecipient(
  database: Database,
  by: { id: string } | { digest: string } | { delivery_id: string },
): Promise<LinkWithRecipient | undefined> {
  const condition =
    'id' in by
      ? sql`link.id = ${by.id}`
      : 'digest' in by
        ? sql`link.digest = ${by.digest}`
        : sql`link.envelope_id = (
            select ${deliveries.envelope_id} from ${deliveries}
            where ${deliveries.id} = ${by.delivery_id})`;
  const letter = 'delivery_id' in by ? sql`and one.id = ${by.delivery_id}` : sql``;
  const [found] = await database.rows<LinkWithRecipient>(sql`
    select
      link.id as link_id, link.envelope_id, link.expires_at, link.closed_at,
      delivery.state = 'closed' or ${activation.status} = 'past' as is_taken_back,
      delivery.id, delivery.activation_id, delivery.user_id, delivery.instruction_id,
      envelope.contact_id, envelope.corrected_email,
      ${sealedRecipient}
    from ${deliveryLinks} link
    inner join ${envelopes} envelope on envelope.id = link.envelope_id
    inner join lateral (
      select one.id, one.state, one.activation_id, one.user_id, one.instruction_id
      from ${deliveries} one
      inner join ${instructions} on ${instructions.id} = one.instruction_id
      where one.envelope_id = link.envelope_id ${letter}
      order by one.state = 'closed', ${instructions.created_at}, one.id limit 1
    ) delivery on true
    inner join ${activation} on ${activation.id} = delivery.activation_id
    inner join ${instructions} on ${instructions.id} = delivery.instruction_id
    left join ${contact} on ${contact.id} = envelope.contact_id
    where ${condition}
    order by link.created_at desc, link.id desc limit 1`);
  return found;
}

export async function findOpenLink(
  database: Database,
  envelopeId: string,
): Promise<DeliveryLink | undefined> {
  const [found] = await database
    .db()
    .select()
    .from(deliveryLinks)
    .where(and(eq(deliveryLinks.envelope_id, envelopeId), isNull(deliveryLinks.closed_at)));
  return found;
}

/** Closes the open link of an envelope, once. Answers with what it was. */
export async function closeOpenLink(
  database: Database,
  envelopeId: string,
  now: Date,
): Promise<DeliveryLink | undefined> {
  const [closed] = await database
    .db()
    .update(deliveryLinks)
    .set({ closed_at: now })
    .where(and(eq(deliveryLinks.envelope_id, envelopeId), isNull(deliveryLinks.closed_at)))
    .returning();
  return closed;
}

export async function insertLink(
  database: Database,
  link: Omit<DeliveryLink, 'closed_at'>,
): Promise<void> {
  await database.db().insert(deliveryLinks).values(link);
}

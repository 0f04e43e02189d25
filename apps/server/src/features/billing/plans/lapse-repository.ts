import type { PlanProduct } from '@zavet/contract/billing/plan-catalogue';
import type { Day } from '@zavet/contract/days';
import type { Locale } from '@zavet/contract/locales';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { aliasPerson } from '../../identity/account/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { userStorage } from '../../vault/storage/index.ts';
import { type Payment, payments as payment } from '../payments/index.ts';
import type { ContactNotices } from './lapse-rules.ts';
import { planGifts as gift, removalNotices as notice } from './plan-tables.ts';

const owner = aliasPerson('owner');

/** The confirmed contacts of an owner, with their notices about this lapse. */
export function listContactNotices(
  database: Database,
  userId: string,
  expiredOn: Day | null,
): Promise<ContactNotices[]> {
  return database.rows<ContactNotices>(sql`
    select ${contact.id} as id,
      (
        select max(${notice.enqueued_on})::text from ${notice}
        where ${notice.contact_id} = ${contact.id} and ${notice.expired_on} = ${expiredOn}
          and not ${notice.is_last}
      ) as first_enqueued_on,
      (
        select json_build_object(
          'enqueued_on', ${notice.enqueued_on}, 'accepted_on', ${notice.accepted_on},
          'refused_on', ${notice.refused_on})
        from ${notice}
        where ${notice.contact_id} = ${contact.id} and ${notice.expired_on} = ${expiredOn}
          and ${notice.is_last}
        order by ${notice.accepted_on} desc nulls last, ${notice.enqueued_on} desc
        limit 1
      ) as last
    from ${contact}
    where ${contact.user_id} = ${userId} and ${contact.is_confirmed}
    order by ${contact.created_at}, ${contact.id}`);
}

/** Returns the ids of the new notices; contacts with the same notice are skipped. */
export async function insertRemovalNotices(
  database: Database,
  contactIds: readonly string[],
  values: Pick<
    typeof notice.$inferInsert,
    'user_id' | 'expired_on' | 'files_removed_on' | 'is_last' | 'enqueued_on'
  >,
): Promise<string[]> {
  if (contactIds.length === 0) return [];
  const rows = await database
    .db()
    .insert(notice)
    .values(contactIds.map((contact_id) => ({ id: newId(), contact_id, ...values })))
    .onConflictDoNothing()
    .returning({ id: notice.id });
  return rows.map(({ id }) => id);
}

/** Includes the contact's address. Undefined unless the contact is confirmed. */
export async function findRemovalNotice(database: Database, id: string) {
  const [found] = await database
    .db()
    .select({
      notice,
      contact: { email: contact.email, language: contact.preferred_language },
    })
    .from(notice)
    .innerJoin(contact, eq(contact.id, notice.contact_id))
    .where(and(eq(notice.id, id), eq(contact.is_confirmed, true)));
  return found;
}

export async function markRemovalNoticeStarted(
  database: Database,
  id: string,
  now: Date,
): Promise<void> {
  await database
    .db()
    .update(notice)
    .set({ started_at: now })
    .where(and(eq(notice.id, id), isNull(notice.started_at)));
}

export async function recordRemovalNoticeOutcome(
  database: Database,
  id: string,
  outcome: { accepted_on: Day } | { refused_on: Day },
): Promise<void> {
  await database.db().update(notice).set(outcome).where(eq(notice.id, id));
}

export async function deleteRemovalNotices(database: Database, userId: string): Promise<void> {
  await database.db().delete(notice).where(eq(notice.user_id, userId));
}

/** Ids of contacts with a notice that was sent, or may have been sent. */
export async function listNotifiedContacts(database: Database, userId: string): Promise<string[]> {
  const rows = await database.rows<{ contact_id: string }>(sql`
    select distinct ${notice.contact_id} as contact_id from ${notice}
    where ${notice.user_id} = ${userId} and ${notice.started_at} is not null
    order by contact_id`);
  return rows.map(({ contact_id }) => contact_id);
}

interface ContactOfOwner {
  name: string;
  email: string;
  language: Locale;
  owner_id: string;
}

export async function findConfirmedContact(
  database: Database,
  contactId: string,
): Promise<ContactOfOwner | undefined> {
  const [found] = await database
    .db()
    .select({
      name: contact.name,
      email: contact.email,
      language: contact.preferred_language,
      owner_id: contact.user_id,
    })
    .from(contact)
    .where(and(eq(contact.id, contactId), eq(contact.is_confirmed, true)));
  return found;
}

export interface Gift {
  payment_id: string;
  owner_id: string;
  /** Null once the owner has removed the contact. */
  contact_id: string | null;
}

export async function insertGift(database: Database, row: Gift): Promise<void> {
  await database.db().insert(gift).values(row);
}

export async function findGift(database: Database, paymentId: string): Promise<Gift | undefined> {
  const [found] = await database.rows<Gift>(sql`
    select ${gift.payment_id} as payment_id, ${gift.owner_id} as owner_id,
      ${gift.contact_id} as contact_id
    from ${gift} where ${gift.payment_id} = ${paymentId}`);
  return found;
}

/** The pending payment of a contact for the same product. */
export async function findPendingGift(
  database: Database,
  {
    contact_id,
    payer_id,
    basis,
    plan_id,
    provider,
  }: {
    contact_id: string;
    payer_id: string;
    basis: number;
    plan_id: PlanProduct;
    provider: Payment['provider'];
  },
): Promise<string | undefined> {
  const [found] = await database.rows<{ id: string }>(sql`
    select ${payment.id} as id
    from ${gift} inner join ${payment} on ${payment.id} = ${gift.payment_id}
    where ${gift.contact_id} = ${contact_id} and ${payment.user_id} = ${payer_id}
      and ${payment.basis} = ${basis} and ${payment.plan_id} = ${plan_id}
      and ${payment.provider} = ${provider} and ${payment.status} = 'pending'
    limit 1`);
  return found?.id;
}

/** Pending payments for this version of an owner's plan, created after `since`. */
export async function listOpenGifts(
  database: Database,
  { owner_id, basis, since }: { owner_id: string; basis: number; since: Date },
): Promise<{ payment_id: string; payer_id: string | null }[]> {
  return database.rows(sql`
    select ${payment.id} as payment_id, ${payment.user_id} as payer_id
    from ${gift} inner join ${payment} on ${payment.id} = ${gift.payment_id}
    where ${gift.owner_id} = ${owner_id} and ${payment.basis} = ${basis}
      and ${payment.status} = 'pending' and ${payment.created_at} > ${since.toISOString()}
    order by ${payment.created_at} desc, ${payment.id} desc`);
}

/**
 * Owner names as shown on /trusted-legacies, by payment id. Only for confirmed contacts of the
 * owner.
 */
export async function findGiftOwnerNames(
  database: Database,
  paymentIds: string[],
): Promise<Map<string, string>> {
  const rows = await database.rows<{ payment_id: string; name: string }>(sql`
    select ${gift.payment_id} as payment_id,
      coalesce(nullif(${owner.profile.full_name}, ''), ${owner.user.email}) as name
    from ${gift}
    inner join ${contact} on ${contact.id} = ${gift.contact_id} and ${contact.is_confirmed}
    ${owner.join(gift.owner_id)}
    where ${gift.payment_id} in ${paymentIds}`);
  return new Map(rows.map(({ payment_id, name }) => [payment_id, name]));
}

/** Checks that the person is this confirmed contact of the owner. */
export async function isContactOf(
  database: Database,
  {
    contact_id,
    owner_id,
    person_id,
  }: {
    contact_id: string | null;
    owner_id: string;
    person_id: string | null;
  },
): Promise<boolean> {
  if (!contact_id || !person_id) return false;
  const found = await database.rows(sql`
    select 1 from ${contact}
    where ${contact.id} = ${contact_id} and ${contact.user_id} = ${owner_id}
      and ${contact.bound_user_id} = ${person_id} and ${contact.is_confirmed}`);
  return found.length > 0;
}

export interface LapsingLegacy {
  owner_id: string;
  contact_id: string;
}

/** Owners who trust the person and whose contacts were notified of the lapse. */
export function listLapsingLegacies(
  database: Database,
  personId: string,
): Promise<LapsingLegacy[]> {
  return database.rows<LapsingLegacy>(sql`
    select ${contact.user_id} as owner_id, ${contact.id} as contact_id
    from ${contact}
    inner join ${userStorage} on ${userStorage.user_id} = ${contact.user_id}
    where ${contact.bound_user_id} = ${personId} and ${contact.is_confirmed}
      and ${userStorage.grace_warned} is not null
    order by ${contact.created_at}, ${contact.id}`);
}

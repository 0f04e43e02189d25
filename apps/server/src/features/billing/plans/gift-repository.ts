import type { PlanProduct } from '@zavet/contract/billing/plan-catalogue';
import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { personAs } from '../../identity/account/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { userStorage } from '../../vault/storage/index.ts';
import { type Payment, payments as payment } from '../payments/index.ts';
import { planGifts as gift } from './plan-tables.ts';

export interface Gift {
  payment_id: string;
  owner_id: string;
  /** Null once the owner has removed that contact. */
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

/** The payment that a contact has begun for the same thing and not ended. */
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

/** What is being paid for this version of an owner's plan, begun since then. */
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

const owner = personAs('owner');

/**
 * Whose plans these payments were for, as /trusted-legacies calls those owners. Somebody who is no
 * longer a confirmed contact of an owner does not learn the name any more.
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

/** Whether a person is the confirmed contact as whom they act. */
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

/** The owners who trust a person and of whose plan the contacts were told that it ran out. */
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

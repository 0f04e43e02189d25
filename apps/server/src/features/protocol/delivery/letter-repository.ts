import { eq, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { type Person, personAs } from '../../account/public.ts';
import { trustedContacts } from '../../contacts/public.ts';
import { ownerKeys, wrappedKey } from '../../vault/public.ts';
import { activationRequests as activation, deliveries } from '../protocol-tables.ts';
import { isClaimed } from './claim-repository.ts';
import type { Delivery } from './delivery-repository.ts';
import type { Activator } from './letter-rules.ts';
import { isUnreached } from './recipient-repository.ts';

/** A letter that did not arrive, with who is asked about it. Nothing of the instruction. */
export interface UnreachedLetter
  extends Pick<Delivery, 'id' | 'user_id' | 'corrected_email' | 'refusals'>,
    Activator,
    WrappedOwnerKey {
  state: 'queued' | 'unreachable';
  last_refusal: NonNullable<Delivery['last_refusal']>;
  is_claimed: boolean;
  created_at: Date | string;
  next_attempt_at: Date | string;
  refused_since: Date | string | null;
  refused_at: Date | string | null;
  refusal_id: string | null;
  refusal_reply: string | null;
  owner: Person;
  contact_name: string | null;
  contact_email: string | null;
  activator_name: string | null;
  activator_email: string | null;
  is_activator_confirmed: boolean | null;
}

const recipient = alias(trustedContacts, 'recipient');
const activator = alias(trustedContacts, 'activator');
const owner = personAs('owner');
const initiator = personAs('initiator');

/** Letters that no mail server takes, the oldest first, after the one that is named. */
export function listUnreachedLetters(
  database: Database,
  after: string | undefined,
  limit: number,
): Promise<UnreachedLetter[]> {
  const rest = after
    ? sql`and (deliveries.created_at, deliveries.id) >
        (select last.created_at, last.id from ${deliveries} last where last.id = ${after})`
    : sql``;
  return database.rows<UnreachedLetter>(sql`
    select
      deliveries.id, deliveries.user_id, deliveries.state, deliveries.corrected_email,
      deliveries.refusals, coalesce(deliveries.last_refusal, 'temporary') as last_refusal,
      deliveries.created_at, deliveries.next_attempt_at, (${isClaimed}) is true as is_claimed,
      times.refused_since, times.refused_at,
      refusal.id as refusal_id, refusal.reply as refusal_reply,
      ${owner.json} as owner,
      ${recipient.name} as contact_name, ${recipient.email} as contact_email,
      ${activation.initiator_user_id}, ${activation.trusted_contact_id},
      ${activator.name} as activator_name, ${activator.email} as activator_email,
      ${initiator.user.email_verified} as is_activator_confirmed,
      ${wrappedKey}
    from ${deliveries}
    inner join ${activation} on ${activation.id} = deliveries.activation_id
    inner join ${ownerKeys} on ${ownerKeys.user_id} = deliveries.user_id
    ${owner.join(sql`deliveries.user_id`)}
    ${initiator.join(activation.initiator_user_id)}
    left join ${trustedContacts} ${recipient} on ${recipient.id} = deliveries.contact_id
    left join ${trustedContacts} ${activator} on ${activator.id} = ${activation.trusted_contact_id}
    inner join lateral (
      select
        max(event.created_at) filter (where event.kind = 'refused') as refused_at,
        min(event.created_at) filter (where event.kind = 'refused' and event.created_at >= coalesce(
          (select max(anew.created_at) from delivery_events anew
            where anew.delivery_id = deliveries.id and anew.kind = 'address_corrected'),
          '-infinity')) as refused_since
      from delivery_events event where event.delivery_id = deliveries.id
    ) times on true
    left join lateral (
      select event.id, event.reply from delivery_events event
      where event.delivery_id = deliveries.id and event.kind = 'refused'
      order by event.created_at desc limit 1
    ) refusal on true
    where ${isUnreached} ${rest}
    order by deliveries.created_at, deliveries.id
    limit ${limit}`);
}

/** Has a letter tried from the beginning, with the link it has. Who was told of it knows it already. */
export async function queueAnew(database: Database, id: string, now: Date): Promise<void> {
  await database
    .db()
    .update(deliveries)
    .set({ state: 'queued', refusals: 0, last_refusal: null, next_attempt_at: now })
    .where(eq(deliveries.id, id));
}

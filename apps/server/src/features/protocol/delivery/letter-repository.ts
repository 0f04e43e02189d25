import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { type Person, personAs } from '../../identity/account/index.ts';
import { ownerKeys, wrappedKey } from '../../identity/owner-keys/index.ts';
import { trustedContacts } from '../../people/contacts/index.ts';
import { envelopes } from '../delivery-tables.ts';
import { activationRequests as activation } from '../protocol-tables.ts';
import { isClaimed } from './claim-repository.ts';
import type { Envelope } from './envelope-repository.ts';
import type { Activator } from './letter-rules.ts';
import { firstLetterOf, isUnreachedEnvelope, lastRefusalOf } from './recipient-repository.ts';

/** A mail that did not arrive, with who is asked about it. Nothing of the instruction. */
export interface UnreachedLetter
  extends Pick<Envelope, 'id' | 'user_id' | 'corrected_email' | 'refusals'>,
    Activator,
    WrappedOwnerKey {
  state: 'queued' | 'unreachable';
  last_refusal: NonNullable<Envelope['last_refusal']>;
  is_claimed: boolean;
  /** How many letters are in it. */
  letters: number;
  created_at: Date | string;
  next_attempt_at: Date | string;
  refused_since: Date | string | null;
  refused_at: Date | string | null;
  refusal_id: string | null;
  refusal_reply: string | null;
  refusal_kind: 'refused' | 'bounced' | null;
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

/** Mails that do not arrive, the oldest first, after the one that is named. */
export function listUnreachedLetters(
  database: Database,
  after: string | undefined,
  limit: number,
): Promise<UnreachedLetter[]> {
  const rest = after
    ? sql`and (envelopes.created_at, envelopes.id) >
        (select last.created_at, last.id from ${envelopes} last where last.id = ${after})`
    : sql``;
  return database.rows<UnreachedLetter>(sql`
    select
      envelopes.id, envelopes.user_id, envelopes.state, envelopes.corrected_email,
      envelopes.refusals, coalesce(envelopes.last_refusal, 'temporary') as last_refusal,
      envelopes.created_at, envelopes.next_attempt_at, (${isClaimed}) is true as is_claimed,
      deliveries.letters, times.refused_since, times.refused_at,
      refusal.id as refusal_id, refusal.reply as refusal_reply, refusal.kind as refusal_kind,
      ${owner.json} as owner,
      ${recipient.name} as contact_name, ${recipient.email} as contact_email,
      ${activation.initiator_user_id}, ${activation.trusted_contact_id},
      ${activator.name} as activator_name, ${activator.email} as activator_email,
      ${initiator.user.email_verified} as is_activator_confirmed,
      ${wrappedKey}
    from ${envelopes}
    inner join ${activation} on ${activation.id} = envelopes.activation_id
    inner join ${ownerKeys} on ${ownerKeys.user_id} = envelopes.user_id
    ${owner.join(sql`envelopes.user_id`)}
    ${initiator.join(activation.initiator_user_id)}
    left join ${trustedContacts} ${recipient} on ${recipient.id} = envelopes.contact_id
    left join ${trustedContacts} ${activator} on ${activator.id} = ${activation.trusted_contact_id}
    inner join lateral (${firstLetterOf}) deliveries on true
    inner join lateral (
      select
        max(event.created_at) filter (where event.kind in ('refused', 'bounced')) as refused_at,
        min(event.created_at) filter (where event.kind in ('refused', 'bounced')
          and event.created_at >= coalesce(
            (select max(anew.created_at) from delivery_events anew
              where anew.delivery_id = deliveries.id and anew.kind = 'address_corrected'),
            '-infinity')) as refused_since
      from delivery_events event where event.delivery_id = deliveries.id
    ) times on true
    left join lateral (${lastRefusalOf}) refusal on true
    where ${isUnreachedEnvelope} ${rest}
    order by envelopes.created_at, envelopes.id
    limit ${limit}`);
}

import {
  type ActivationStatus,
  doubtableActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '../../../platform/database/database.ts';
import { type Person, personAs } from '../../identity/account/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { activationRequests } from '../protocol-tables.ts';
import { activationDoubts } from '../release-tables.ts';

type Moment = Date | string;

export interface HeldStartRow {
  id: string;
  owner_id: string;
  status: ActivationStatus;
  owner: Pick<Person, 'email' | 'full_name'>;
  contact_name: string | null;
  contact_email: string;
  /** Null where the owner has removed all of them since. */
  doubters: { name: string; email: string }[] | null;
  created_at: Moment;
  doubted_at: Moment;
  /** Of all open doubts of the owner's contacts. */
  last_doubted_at: Moment;
  release_at: Moment | null;
  has_request: boolean;
}

const owner = personAs('owner');
const initiator = personAs('initiator');
const doubter = alias(contact, 'doubter');

/** Starts that open doubts of other contacts hold back, the longest held first. */
export function listHeldStarts(database: Database, limit: number): Promise<HeldStartRow[]> {
  return database.rows<HeldStartRow>(sql`
    select activation.id, activation.deceased_user_id as owner_id, activation.status, ${owner.json} as owner,
      coalesce(${contact.name}, ${initiator.profile.full_name}) as contact_name,
      coalesce(${contact.email}, ${initiator.user.email}, '') as contact_email,
      held.doubters, held.doubted_at, activation.created_at,
      (select max(doubt.doubted_at) from ${activationDoubts} doubt
        where doubt.owner_id = activation.deceased_user_id and doubt.ended_at is null)
        as last_doubted_at,
      case activation.status when 'waiting' then activation.release_at end as release_at,
      activation.request_reason is not null as has_request
    from ${activationRequests} activation
    ${owner.join(sql`activation.deceased_user_id`)}
    ${initiator.join(sql`activation.initiator_user_id`)}
    left join ${contact} on ${contact.id} = activation.trusted_contact_id
    cross join lateral (
      select min(doubt.doubted_at) as doubted_at,
        json_agg(json_build_object('name', ${doubter.name}, 'email', ${doubter.email})
          order by doubt.doubted_at) filter (where ${doubter.id} is not null) as doubters
      from ${activationDoubts} doubt
      left join ${contact} ${doubter} on ${doubter.id} = doubt.contact_id
      where doubt.owner_id = activation.deceased_user_id and doubt.ended_at is null
        and (doubt.contact_id is null
          or doubt.contact_id is distinct from activation.trusted_contact_id)) held
    where activation.status in ${doubtableActivationStatuses} and held.doubted_at is not null
    order by greatest(held.doubted_at, activation.created_at), activation.id limit ${limit}`);
}

import { bytesPerMb } from '@zavet/contract/storage/storage-rules';
import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { WrappedOwnerKey } from '../../platform/encryption/owner-key.ts';
import type { ReadinessFacts } from './readiness-rules.ts';

type StoredFacts = Omit<ReadinessFacts, 'is_mail_configured' | 'are_payments_configured'>;

/** All that decides, in one query and without any text that is sealed. */
export async function findReadinessFacts(
  database: Database,
  userId: string,
): Promise<StoredFacts | undefined> {
  const [facts] = await database.rows<StoredFacts>(sql`
    select
      exists (select 1 from activation_requests
        where deceased_user_id = owner.id and activated_at is not null) as is_active,
      profile.full_name is not null as is_owner_named,
      (select coalesce(json_agg(json_build_object(
          'id', contact.id, 'name', contact.name, 'status', contact.status,
          'mail_state', invitation.mail_state) order by contact.created_at, contact.id), '[]')
        from trusted_contacts contact
        left join contact_invitations invitation on invitation.contact_id = contact.id
        where contact.user_id = owner.id) as contacts,
      (select coalesce(json_agg(json_build_object(
          'id', instruction.id, 'reviewed_at', instruction.reviewed_at,
          'has_recipient', instruction.recipient_email is not null,
          'contacts', coalesce(assigned.contacts, 0),
          'confirmed_contacts', coalesce(assigned.confirmed, 0),
          'missing_files', coalesce(expected.files, 0)
          ) order by instruction.created_at, instruction.id), '[]')
        from instructions instruction
        left join (
          select assignment.instruction_id, count(*) as contacts,
            count(*) filter (where contact.is_confirmed) as confirmed
          from instruction_contacts assignment
          inner join trusted_contacts contact on contact.id = assignment.contact_id
          where assignment.user_id = ${userId}
          group by assignment.instruction_id
        ) assigned on assigned.instruction_id = instruction.id
        left join (
          select instruction_id, count(*) as files
          from expected_files where user_id = ${userId}
          group by instruction_id
        ) expected on expected.instruction_id = instruction.id
        where instruction.user_id = owner.id) as instructions,
      (select count(*)::int
        from user_storage storage
        inner join (
          select user_id, sum(size_bytes) over (order by created_at, id) as until_here
          from instruction_files where user_id = ${userId}
        ) file on file.user_id = storage.user_id
        where storage.grace_until is not null
          and file.until_here > storage.limit_mb * ${bytesPerMb}::bigint) as files_leaving,
      exists (select 1 from user_storage storage
        left join plan_notices notice on notice.user_id = storage.user_id
          and notice.version = storage.version and notice.valid_until = storage.valid_until
        where storage.user_id = owner.id
          and (notice.refused_on is not null
            or (storage.grace_until is not null and storage.grace_refused_on is not null))
        ) as is_owner_unreached
    from users owner
    left join user_profiles profile on profile.user_id = owner.id
    where owner.id = ${userId}`);
  return facts;
}

/** The sealed titles of some instructions, with the key that opens them. */
export function findSealedTitles(
  database: Database,
  userId: string,
  ids: readonly string[],
): Promise<({ id: string; title: string; seal_id: string | null } & WrappedOwnerKey)[]> {
  return database.rows(sql`
    select
      instruction.id, instruction.title, instruction.seal_id,
      key.key_id, key.master_version, key.wrapped
    from instructions instruction
    inner join owner_keys key on key.user_id = instruction.user_id
    where instruction.user_id = ${userId} and instruction.id in ${ids}`);
}

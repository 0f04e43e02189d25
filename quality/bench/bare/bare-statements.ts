import { limits } from '@zavet/contract/limits';
import {
  instructionCategories,
  instructionPriorities,
  instructionStates,
  instructionStatuses,
} from '@zavet/contract/vault/instruction-values';

/** The session of the cookie, part of every statement. */
const owner = `select sessions.user_id from sessions
  where sessions.id = $1 and sessions.expires_at > now()`;

const instruction = `one.id, one.heading, one.category, one.priority, one.status, one.queued_at, one.version, one.reviewed_at,
  one.created_at, one.updated_at`;

const countEach = (kinds: readonly string[], isOfKind: (kind: string) => string) =>
  `json_build_object(${kinds
    .map((kind) => `'${kind}', count(*) filter (where ${isOfKind(`'${kind}'`)})`)
    .join(', ')})`;

/** The counts of a list, over rows with `stage` and `is_due`. */
export const counts = `json_build_object('total', count(*),
  'priority', ${countEach(instructionPriorities, (kind) => `priority = ${kind}`)},
  'category', ${countEach(instructionCategories, (kind) => `category = ${kind}`)},
  'state', ${countEach(
    instructionStates,
    (kind) => `(stage = ${kind} or (${kind} = 'review' and is_due))`,
  )},
  'status', ${countEach(instructionStatuses, (kind) => `status = ${kind}`)})`;

export const bareStatements = {
  session: `select sessions.expires_at, users.id, users.email, user_profiles.preferred_language
    from sessions
    inner join users on users.id = sessions.user_id
    inner join user_profiles on user_profiles.user_id = users.id
    where sessions.id = $1 and sessions.expires_at > now()`,

  storage: `select storage.plan, storage.limit_mb, usage.used_bytes::float8
    from (${owner}) owner
    left join user_storage storage on storage.user_id = owner.user_id
    left join user_storage_usage usage on usage.user_id = owner.user_id`,

  dashboard: `select profile.first_name, profile.last_name, contacts.*, storage.plan,
      storage.limit_mb, usage.used_bytes::float8,
      (select count(*)::int from instructions where instructions.user_id = owner.user_id)
        as instructions
    from (${owner}) owner
    inner join user_profiles profile on profile.user_id = owner.user_id
    left join user_storage storage on storage.user_id = owner.user_id
    left join user_storage_usage usage on usage.user_id = owner.user_id
    cross join lateral (
      select count(*)::int as total, (count(*) filter (where is_confirmed))::int as confirmed,
        (count(*) filter (where status = 'pending'))::int as pending
      from trusted_contacts where user_id = owner.user_id) contacts`,

  list: `with owner as materialized (${owner}), contacts as (
      select instruction_id, array_agg(contact_id::text) as ids from instruction_contacts
      where user_id = (select user_id from owner) group by instruction_id
    ), files as (
      select instruction_id, json_agg(json_build_object('id', id, 'file_name', file_name,
        'size_bytes', size_bytes, 'mime_type', mime_type, 'created_at', created_at)) as list
      from instruction_files
      where user_id = (select user_id from owner) and state = 'stored' group by instruction_id
    ), figures as (
      select ${counts} as counts from (
        select category, priority, status, reviewed_at < now() - interval '6 months' as is_due,
          case when status = 'sent' then 'sent' when queued_at is not null then 'queued'
            when has_recipient or exists (
              select 1 from instruction_contacts
              inner join trusted_contacts contact on contact.id = contact_id
              where instruction_id = own.id and is_confirmed) then 'ready'
            else 'waiting' end as stage
        from instructions own where user_id = (select user_id from owner)) facts
    )
    select ${instruction}, contacts.ids, files.list as files,
      case when row_number() over () = 1 then (select counts from figures) end as counts
    from (
      select * from instructions where user_id = (select user_id from owner)
      order by created_at desc, id desc limit ${limits.instructionsOnPage}
    ) one
    left join contacts on contacts.instruction_id = one.id
    left join files on files.instruction_id = one.id
    order by one.created_at desc, one.id desc`,

  read: `select ${instruction}, one.content,
      array(select contact_id::text from instruction_contacts where instruction_id = one.id) as ids,
      (select json_agg(json_build_object('id', id, 'file_name', file_name,
        'size_bytes', size_bytes, 'mime_type', mime_type, 'created_at', created_at))
        from instruction_files where instruction_id = one.id and state = 'stored') as files
    from (${owner}) owner
    inner join instructions one on one.user_id = owner.user_id
    where one.id = $2`,

  create: `with written as (
      insert into instructions (id, user_id, draft_id, heading, has_recipient, category, priority,
        content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
      select $2, owner.user_id, $3, $4, false, $5, $6, $7, '', $8, $2, $8, $8, $8
      from (${owner}) owner returning id, user_id
    )
    insert into instruction_contacts (instruction_id, contact_id, user_id)
    select id, unnest($9::uuid[]), user_id from written`,

  update: `with written as (
      update instructions one set heading = $4, category = $5, priority = $6, content = $7,
        version = version + 1, reviewed_at = $8, updated_at = $8
      from (${owner}) owner
      where one.id = $2 and one.user_id = owner.user_id and version = $3
      returning one.id, one.user_id, one.created_at, version
    ), removed as (
      delete from instruction_contacts using written
      where instruction_id = written.id and not contact_id = any($9::uuid[])
    ), added as (
      insert into instruction_contacts (instruction_id, contact_id, user_id)
      select id, unnest($9::uuid[]), user_id from written on conflict do nothing
    )
    select created_at, version from written`,

  upload: `insert into instruction_files (id, user_id, instruction_id, object_key, file_name,
      name_digest, size_bytes, mime_type, state, created_at)
    select $2, owner.user_id, $3, $4, $5, $5, $6, $7, 'stored', $8 from (${owner}) owner`,

  file: `select object_key, size_bytes from (${owner}) owner
    inner join instruction_files file on file.user_id = owner.user_id
    where file.id = $2 and state = 'stored'`,
};

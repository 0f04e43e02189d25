import { counts } from '../bare/bare-statements.ts';

/** The product's statements for the same calls. */
export const statements = {
  session: `select sessions.id, sessions.user_id, users.email,
      coalesce(user_profiles.preferred_language, 'ru') as preferred_language
    from sessions
    inner join users on users.id = sessions.user_id
    left join user_profiles on user_profiles.user_id = users.id
    where sessions.id = $1 and sessions.expires_at > $2`,

  countedSession: `with session as (
      select id, user_id, proven_at from sessions
      where id = $1 and expires_at > $2::timestamptz
    ), counted as (
      insert into rate_limits (key, window_started_at, count)
      select keys.key, $2::timestamptz, 1
      from (select translate(rtrim(encode(sha256(convert_to($3::text || session.user_id::text,
          'UTF8')), 'base64'), '='), '+/', '-_') as key from session) keys,
        (select set_config('synchronous_commit', 'off', true)) async_commit
      on conflict (key) do update set
        window_started_at = case
          when (rate_limits.window_started_at <= $4::timestamptz
            or rate_limits.window_started_at > $5::timestamptz)
          then excluded.window_started_at else rate_limits.window_started_at end,
        count = case
          when (rate_limits.window_started_at <= $4::timestamptz
            or rate_limits.window_started_at > $5::timestamptz)
          then 1 else least(rate_limits.count, $6::int) + 1 end
      returning count, window_started_at)
    select session.*, counted.count, counted.window_started_at from session cross join counted`,

  ownerKey: 'select key_id, master_version, wrapped from owner_keys where user_id = $1',
  lockUser: 'select id from users where id = $1 for update',

  listInstructions: `with facts as (
      select own.*, own.stage in ('ready', 'waiting', 'nobody')
        and own.reviewed_at < $1::timestamptz as is_due
      from (
        select instructions.id, instructions.category, instructions.priority,
          instructions.status, instructions.reviewed_at, instructions.created_at,
          instructions.updated_at, assigned.is_asked_for, case
            when instructions.status = 'sent' then 'sent'
            when instructions.queued_at is not null then 'queued'
            when has_recipient or assigned.has_agreed then 'ready'
            when assigned.may_agree then 'waiting'
            else 'nobody' end as stage
        from instructions
        left join (
          select instruction_id as for_id, bool_or(is_confirmed) as has_agreed,
            bool_or(status = 'pending') as may_agree, bool_or(id = $2::uuid) as is_asked_for
          from instruction_contacts
          inner join trusted_contacts on id = contact_id
          where instruction_contacts.user_id = $3
          group by for_id
        ) assigned on assigned.for_id = instructions.id
        where instructions.user_id = $3
      ) own),
    matching as (
      select * from facts where ($4::text is null or category = $4)
        and ($2::uuid is null or is_asked_for)
        and ($5::text is null or priority = $5)
        and ($6::text is null or status = $6)
        and ($7::text is null or (stage = $7 or ($7 = 'review' and is_due)))),
    page as (
      select id, 0::int as rank, (extract(epoch from created_at) * 1000000)::bigint::text as at,
        row_number() over (order by 0::int, created_at desc, id desc) as number
      from matching where ($8::int is null or 0::int > $8::int
        or (0::int = $8::int and (created_at, id)
          < (timestamptz 'epoch' + $9::bigint * interval '1 microsecond', $10::uuid)))
      order by number limit $11::int)
    select
      (select coalesce(json_agg(listed order by number), '[]') from (
        select number, rank, at, instructions.id, heading, seal_id, category, priority, status,
          queued_at, version, reviewed_at, created_at, updated_at,
          array(select contact_id::text from instruction_contacts
            where instruction_id = instructions.id) as trusted_contact_ids,
          (select coalesce(json_agg(file), '[]') from (
            select id, instruction_id, file_name, size_bytes, mime_type, created_at
            from instruction_files where instruction_id = instructions.id and state = 'stored'
            order by created_at, id
          ) file) as files,
          (select coalesce(json_agg(file), '[]') from (
            select id, instruction_id, file_name, size_bytes, created_at, exists (
              select 1 from instruction_files arriving
              where arriving.instruction_id = expected_files.instruction_id
                and arriving.name_digest = expected_files.name_digest
                and arriving.size_bytes = expected_files.size_bytes
                and arriving.state = 'uploading' and arriving.lease_until > now()) as is_arriving
            from expected_files where instruction_id = instructions.id order by created_at, id
          ) file) as expected_files,
          (select coalesce(json_agg(file), '[]') from (
            select id, instruction_id, file_name, reason, removed_on
            from removed_files where instruction_id = instructions.id order by removed_on, id
          ) file) as removed_files
        from page inner join instructions on instructions.id = page.id
      ) listed) as rows,
      (select count(*)::int from matching) as total,
      (select ${counts} from facts) as counts,
      (select grace_until from user_storage where user_storage.user_id = $3) as grace_until,
      owner_keys.key_id, owner_keys.master_version, owner_keys.wrapped
    from (select 1) always
    left join owner_keys on owner_keys.user_id = $3`,

  createInstruction: `select outcome, written_id from create_instruction($1, $2, $3, $4, $5, $6, $7,
    $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)`,

  lockInstruction: `select status, version from instructions where id = $1 and user_id = $2
    for update`,
  findDuplicate: `select id from instruction_files
    where instruction_id = $1 and name_digest = $2 and size_bytes = $3 and state = $4`,
  countFiles: 'select count(*) from instruction_files where user_id = $1',
  lockUsage: `insert into user_storage_usage as usage (user_id, used_bytes) values ($1, 0)
    on conflict (user_id) do update set used_bytes = usage.used_bytes`,
  readStorage: `select coalesce(storage.plan, 'free') as plan,
      coalesce(storage.limit_mb, $1)::int as limit_mb,
      coalesce(usage.used_bytes, 0)::float8 as used_bytes
    from (select $2::uuid as user_id) owner
    left join user_storage storage on storage.user_id = owner.user_id
    left join user_storage_usage usage on usage.user_id = owner.user_id`,
  insertFile: `insert into instruction_files (id, user_id, instruction_id, object_key, file_name,
      name_digest, size_bytes, mime_type, state, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
  markStored: `update instruction_files set state = $1 where id = $2 and state = $3 returning id`,
  storedFile: `select instruction_files.*, owner_keys.key_id, owner_keys.master_version,
      owner_keys.wrapped
    from instruction_files
    inner join owner_keys on owner_keys.user_id = instruction_files.user_id
    where instruction_files.id = $1 and instruction_files.user_id = $2
      and instruction_files.state = $3`,
};

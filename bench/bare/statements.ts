/** The statements that the product sends for the same calls, in the same order. */
export const statements = {
  session: `select sessions.id, sessions.user_id, users.email,
      coalesce(user_profiles.preferred_language, 'ru') as preferred_language
    from sessions
    inner join users on users.id = sessions.user_id
    left join user_profiles on user_profiles.user_id = users.id
    where sessions.id = $1 and sessions.expires_at > $2`,

  rateLimit: `insert into rate_limits (key, window_started_at, count) values ($1, $2, $3)
    on conflict (key) do update set
      window_started_at = case
        when rate_limits.window_started_at <= $4 or rate_limits.window_started_at > $5
        then excluded.window_started_at else rate_limits.window_started_at end,
      count = case
        when rate_limits.window_started_at <= $6 or rate_limits.window_started_at > $7
        then 1 else least(rate_limits.count, $8) + 1 end
    returning count, window_started_at`,

  ownerKey: 'select key_id, master_version, wrapped from owner_keys where user_id = $1',
  lockUser: 'select id from users where id = $1 for update',

  listInstructions: `select
      instructions.id, title, category, priority, preview, recipient_name, recipient_email, status,
      queued_at, version, reviewed_at, instructions.created_at, updated_at,
      (select coalesce(json_agg(assigned.contact_id), '[]')
        from instruction_contacts assigned
        where assigned.instruction_id = instructions.id) as trusted_contact_ids,
      (select coalesce(json_agg(json_build_object(
          'id', file.id, 'file_name', file.file_name, 'size_bytes', file.size_bytes,
          'mime_type', file.mime_type, 'created_at', file.created_at
        ) order by file.created_at, file.id), '[]')
        from instruction_files file
        where file.instruction_id = instructions.id and file.state = 'stored') as files,
      (select coalesce(json_agg(json_build_object(
          'id', expected.id, 'file_name', expected.file_name, 'size_bytes', expected.size_bytes,
          'created_at', expected.created_at, 'is_arriving', exists (
            select 1 from instruction_files arriving
            where arriving.instruction_id = expected.instruction_id
              and arriving.name_digest = expected.name_digest
              and arriving.size_bytes = expected.size_bytes
              and arriving.state = 'uploading' and arriving.lease_until > now())
        ) order by expected.created_at, expected.id), '[]')
        from expected_files expected
        where expected.instruction_id = instructions.id) as expected_files,
      (select coalesce(json_agg(json_build_object(
          'id', removed.id, 'file_name', removed.file_name, 'removed_on', removed.removed_on
        ) order by removed.removed_on, removed.id), '[]')
        from removed_files removed
        where removed.instruction_id = instructions.id) as removed_files,
      key_id, master_version, wrapped
    from instructions
    inner join owner_keys on owner_keys.user_id = instructions.user_id
    where instructions.user_id = $1
    order by instructions.created_at desc, instructions.id desc`,

  leavingFiles: `select file.id, file.instruction_id, file.file_name,
      user_storage.grace_until::text as leaves_on, key_id, master_version, wrapped
    from user_storage
    inner join owner_keys on owner_keys.user_id = user_storage.user_id
    cross join lateral (
      select files.*, owned.status = 'outbox' and owned.queued_at is null as is_open,
        sum(files.size_bytes) over (
          order by owned.status = 'outbox' and owned.queued_at is null, files.created_at, files.id
        ) as until_here
      from instruction_files files
      inner join instructions owned on owned.id = files.instruction_id
      where files.user_id = $1) file
    where user_storage.user_id = $1 and user_storage.grace_until is not null
      and file.is_open and file.state = 'stored'
      and file.until_here > user_storage.limit_mb * 1048576::bigint
    order by file.created_at, file.id`,

  draftFacts: `select
      (select id from instructions where user_id = $1 and draft_id = $2) as written_id,
      (select count(*)::int from instructions where user_id = $3) as instruction_count,
      (select count(*)::int from trusted_contacts where user_id = $4 and id in ($5, $6))
        as own_contact_count,
      (select coalesce(sum(octet_length(content)), 0)::float8 from instructions
        where user_id = $7) as sealed_characters`,
  insertInstruction: `insert into instructions (id, user_id, draft_id, title, category, priority,
      content, preview, recipient_name, recipient_email, status, version, reviewed_at, created_at,
      updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, default, default, $11, $12, $13)`,
  insertAssignments: `insert into instruction_contacts (instruction_id, contact_id, user_id)
    values ($1, $2, $3), ($4, $5, $6)`,
  insertEvent: `insert into security_events (id, user_id, kind, ip_address, user_agent, created_at)
    values ($1, $2, $3, $4, $5, $6)`,

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

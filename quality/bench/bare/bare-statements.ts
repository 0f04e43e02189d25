import { limits } from '@zavet/contract/limits';

/** A single table with all data that a list shows. */
export const bareTables = `
  create table if not exists bare_instructions (
    id uuid primary key, user_id uuid not null, title text, category text, priority text,
    preview text, content text, recipient_name text, recipient_email text,
    trusted_contact_ids uuid[], files jsonb default '[]', status text default 'outbox',
    queued_at timestamptz, version int default 1, reviewed_at timestamptz,
    created_at timestamptz, updated_at timestamptz);
  create index if not exists bare_newest on bare_instructions (user_id, created_at desc, id desc);
  create table if not exists bare_files (
    id uuid primary key, user_id uuid not null, size_bytes int not null)`;

const listed = `id, title, category, priority, preview, recipient_name, recipient_email,
  trusted_contact_ids, files, status, queued_at, version, reviewed_at, created_at, updated_at`;

/** `$1` is the caller. */
export const bareStatements = {
  session: `select users.id, users.email, user_profiles.preferred_language
    from users inner join user_profiles on user_profiles.user_id = users.id where users.id = $1`,

  storage: `select storage.plan, storage.limit_mb, usage.used_bytes::float8
    from (values ($1::uuid)) owner (id)
    left join user_storage storage on storage.user_id = owner.id
    left join user_storage_usage usage on usage.user_id = owner.id`,

  dashboard: `select profile.first_name, profile.last_name, contacts.*, storage.plan,
      storage.limit_mb, usage.used_bytes::float8,
      (select count(*)::int from bare_instructions where user_id = $1) as instructions
    from user_profiles profile
    left join user_storage storage on storage.user_id = $1
    left join user_storage_usage usage on usage.user_id = $1
    cross join lateral (
      select count(*)::int as total, (count(*) filter (where is_confirmed))::int as confirmed,
        (count(*) filter (where status = 'pending'))::int as pending
      from trusted_contacts where user_id = $1) contacts
    where profile.user_id = $1`,

  list: `select ${listed} from bare_instructions where user_id = $1
    order by created_at desc, id desc limit ${limits.instructionsOnPage}`,

  read: `select ${listed}, content from bare_instructions where id = $2 and user_id = $1`,

  create: `insert into bare_instructions (id, user_id, title, category, priority, preview, content,
      recipient_name, recipient_email, trusted_contact_ids, reviewed_at, created_at, updated_at)
    values ($2, $1, $3, $4, $5, $6, $7, $8, $9, $10, $11, $11, $11)`,

  update: `update bare_instructions set title = $4, category = $5, priority = $6, preview = $7,
      content = $8, recipient_name = $9, recipient_email = $10, trusted_contact_ids = $11,
      version = version + 1, reviewed_at = $12, updated_at = $12
    where id = $2 and user_id = $1 and version = $3
    returning created_at, version`,

  upload: `with stored as (insert into bare_files (id, user_id, size_bytes) values ($2, $1, $4))
    update bare_instructions set files = files || $5::jsonb where id = $3 and user_id = $1`,

  file: 'select id, size_bytes from bare_files where id = $2 and user_id = $1',
};

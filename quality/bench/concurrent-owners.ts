import { onDatabase } from './on-database.ts';
import { contactsEach, filesEach } from './vault.ts';

const concurrentOwners = `select id from users where email like 'concurrent-%'`;

/** Owners who only take up room: rows like everybody's, that nobody will ever open. */
export async function addConcurrentOwners(databaseUrl: string, count: number): Promise<void> {
  await onDatabase(databaseUrl, async (query) => {
    await query(
      `insert into users (id, email, email_verified, created_at, updated_at)
       select gen_random_uuid(), 'concurrent-' || n || '@example.org', true, now(), now()
       from generate_series(1, $1::int) n`,
      [count],
    );
    await query(`insert into user_profiles (id, user_id, created_at, updated_at)
      select gen_random_uuid(), id, now(), now() from (${concurrentOwners})`);
    await query(`insert into sessions (id, user_id, token, expires_at, created_at, updated_at)
      select gen_random_uuid(), id, gen_random_uuid(), now() + interval '30 days', now(), now()
      from (${concurrentOwners})`);
    await query(`insert into owner_keys (user_id, key_id, master_version, wrapped, created_at)
      select id, gen_random_uuid(), 1, repeat('A', 80), now() from (${concurrentOwners})`);
    await query(`insert into trusted_contacts (id, user_id, name, email, seal_id, created_at, updated_at)
      select gen_random_uuid(), id, 'Мария Орлова', 'contact-' || n || '@example.org',
        gen_random_uuid(), now(), now()
      from (${concurrentOwners}), generate_series(1, ${contactsEach}) n`);
  });
}

/** Each writes one instruction like the latest of a real owner. */
export async function letConcurrentOwnersWrite(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (query) => {
    // Neither checks nor triggers: these rows fit by the way they are made.
    await query('set session_replication_role = replica');
    await query(`
      with sample as (select * from instructions order by created_at desc limit 1),
      sample_file as (select * from instruction_files where state = 'stored' limit 1),
      written as (
        insert into instructions (id, user_id, draft_id, heading, has_recipient, category,
          priority, content, seal_id, reviewed_at, created_at, updated_at)
        select gen_random_uuid(), concurrent_owner.id, gen_random_uuid(), heading, has_recipient,
          category, priority, content, seal_id, now(), now(), now()
        from (${concurrentOwners}) concurrent_owner, sample
        returning id, user_id
      ),
      assigned as (
        insert into instruction_contacts (instruction_id, contact_id, user_id)
        select written.id, contact.id, user_id
        from written join trusted_contacts contact using (user_id)
      )
      insert into instruction_files (id, user_id, instruction_id, object_key, file_name,
        name_digest, size_bytes, mime_type, state, created_at)
      select gen_random_uuid(), written.user_id, written.id, 'files/' || gen_random_uuid(),
        file_name, md5(random()::text), size_bytes, mime_type, state, now()
      from written, sample_file, generate_series(1, ${filesEach})`);
  });
}

/** As a database looks that has been running for a while. */
export async function settle(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (query) => {
    await query('vacuum analyze');
    await query('checkpoint');
  });
}

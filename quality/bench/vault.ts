import { randomUUID } from 'node:crypto';
import { endpoints } from '@zavet/contract/endpoints';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { FileView, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { call, type Target } from './call.ts';
import { newEmail, type Owner } from './owners.ts';
import { onDatabase } from './server.ts';

const contactsEach = 2;
const filesEach = 3;

/** Raises the quota of these owners. */
export async function allowStorage(databaseUrl: string, owners: readonly Owner[]): Promise<void> {
  await onDatabase(databaseUrl, (query) => query(moreStorage, [idsOf(owners)]));
}

const moreStorage = `insert into user_storage (user_id, limit_mb)
  select user_id, 1000000 from unnest($1::uuid[]) user_id`;

const idsOf = (owners: readonly Owner[]) => owners.map(({ user_id }) => user_id);

/** Adds the contacts who receive all instructions of an owner, and returns their ids. */
export async function addContacts(
  target: Target,
  emails = Array.from({ length: contactsEach }, newEmail),
): Promise<string[]> {
  const ids: string[] = [];
  for (const email of emails) {
    const body = {
      name: 'Мария Орлова',
      email,
      phone: '',
      relationship: 'сестра',
      category: 'family',
      notes: '',
      address: '',
      preferred_language: 'ru',
      is_minor: false,
      has_guardian_consent: false,
    };
    const answer = await call(target, endpoints.createContact, { body });
    ids.push(answer.json<{ contact: ContactView }>().contact.id);
  }
  return ids;
}

export const instructionBody = (contactIds: string[], recipient_email = '') => ({
  title: 'Где лежит завещание',
  category: 'notary',
  priority: 'high',
  content: 'Оригинал у нотариуса Орловой, копия в верхнем ящике стола. '.repeat(5),
  recipient_name: '',
  recipient_email,
  trusted_contact_ids: contactIds,
});

export async function createInstruction(
  target: Target,
  contactIds: string[],
  recipient_email = '',
): Promise<string> {
  const body = { ...instructionBody(contactIds, recipient_email), draft_id: randomUUID() };
  const answer = await call(target, endpoints.createInstruction, { body });
  return answer.json<InstructionView>().id;
}

export async function attach(
  target: Target,
  instructionId: string,
  content: Buffer,
): Promise<string> {
  const input = {
    params: { id: instructionId },
    headers: { 'x-file-name': `${encodeURIComponent('Копия')}-${randomUUID()}.pdf` },
  };
  const answer = await call(target, endpoints.attachFile, input, content);
  return answer.json<FileView>().id;
}

/** A typical instruction: two recipients and three files. */
export async function createWithFiles(target: Target, contactIds: string[]): Promise<void> {
  const id = await createInstruction(target, contactIds);
  for (let file = 0; file < filesEach; file++) await attach(target, id, pdfOf(1000));
}

/** A buffer of this size that starts like a PDF. */
export function pdfOf(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, 'stream 0123456789 endstream\n');
  content.write('%PDF-1.7\n');
  return content;
}

const concurrentOwners = `select id from users where email like 'concurrent-%'`;

/** Adds owners who only fill the database and whose rows are never decrypted. */
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

/** Adds one instruction per concurrent owner, copied from the latest of a real owner. */
export async function addConcurrentInstructions(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (query) => {
    // Checks and triggers are skipped: these rows are valid by construction.
    await query('set session_replication_role = replica');
    await query(`
      with sample as (select * from instructions order by created_at desc limit 1),
      sample_file as (select * from instruction_files where state = 'stored' limit 1),
      written as (
        insert into instructions (id, user_id, draft_id, heading, has_recipient, category,
          priority, content, text_digest, text_saved_at, seal_id, reviewed_at, created_at, updated_at)
        select gen_random_uuid(), concurrent_owner.id, gen_random_uuid(), heading, has_recipient,
          category, priority, content, text_digest, now(), seal_id, now(), now(), now()
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

/** Vacuums the database, so that it resembles one that has been running for a while. */
export async function vacuum(databaseUrl: string): Promise<void> {
  await onDatabase(databaseUrl, async (query) => {
    await query('vacuum analyze');
    await query('checkpoint');
  });
}

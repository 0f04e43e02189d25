import { randomUUID } from 'node:crypto';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type {
  ExpectedFileInput,
  FileView,
  InstructionView,
} from '@zavet/contract/vault/instruction-schemas';
import { sql } from 'drizzle-orm';
import { contactBody } from './contacts.ts';
import type { Person } from './people.ts';
import type { TestProduct } from './test-product.ts';

export async function addContact(person: Person, email?: string): Promise<ContactView> {
  const { contact } = await person.browser.createContact({
    body: contactBody({ relationship: 'сестра', ...(email && { email }) }),
  });
  return contact;
}

export const instructionBody = (trusted_contact_ids: string[]) => ({
  draft_id: randomUUID(),
  title: 'Где лежит завещание',
  category: 'notary' as const,
  priority: 'high' as const,
  content: 'Оригинал у нотариуса Орловой, копия в верхнем ящике стола.',
  recipient_name: '',
  recipient_email: '',
  trusted_contact_ids,
});

export async function writeInstruction(
  person: Person,
  changes: Partial<ReturnType<typeof instructionBody>> & {
    expected_files?: ExpectedFileInput[];
  } = {},
): Promise<InstructionView> {
  const ids = changes.trusted_contact_ids ?? [(await addContact(person)).id];
  return person.browser.createInstruction({ body: { ...instructionBody(ids), ...changes } });
}

export function attach(
  person: Person,
  instructionId: string,
  name: string,
  content: Buffer,
): Promise<FileView> {
  return person.browser.attachFile({
    params: { id: instructionId },
    headers: { 'x-file-name': encodeURIComponent(name) },
    body: new Blob([new Uint8Array(content)]),
  });
}

/** Attaches files that count as 9 MB each, without uploading 9 MB. */
export async function attachLarge(
  { database }: Pick<TestProduct, 'database'>,
  person: Person,
  instructionId: string,
  names: readonly string[],
): Promise<void> {
  const size = 9 * 1024 * 1024;
  for (const name of names) {
    const { id } = await attach(person, instructionId, name, Buffer.from(name));
    await database.transaction(async () => {
      // Disables the trigger that protects file sizes.
      await database.rows(sql`set local session_replication_role = replica`);
      await database.rows(sql`
        update user_storage_usage set used_bytes = used_bytes + ${size}
          - (select size_bytes from instruction_files where id = ${id})
        where user_id = ${person.userId}`);
      await database.rows(sql`update instruction_files set size_bytes = ${size} where id = ${id}`);
    });
  }
}

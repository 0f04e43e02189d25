import { randomUUID } from 'node:crypto';
import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { endpoints } from '@zavet/contract/endpoints';
import type { FileView, InstructionView } from '@zavet/contract/instructions/instruction-schemas';
import { call, type Target } from './call.ts';
import { onDatabase } from './on-database.ts';
import { newEmail, type Owner } from './owners.ts';

export const contactsEach = 2;
export const filesEach = 3;

/** Lets these owners store as much as a measurement needs. */
export async function allowStorage(databaseUrl: string, owners: readonly Owner[]): Promise<void> {
  await onDatabase(databaseUrl, (query) => query(moreStorage, [idsOf(owners)]));
}

const moreStorage = `insert into user_storage (user_id, limit_mb)
  select user_id, 1000000 from unnest($1::uuid[]) user_id`;

const idsOf = (owners: readonly Owner[]) => owners.map(({ user_id }) => user_id);

/** The contacts that all instructions of an owner are for. */
export async function nameContacts(
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

export async function writeInstruction(
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

/** An instruction as most are: for two persons and with three files. */
export async function writeWithFiles(target: Target, contactIds: string[]): Promise<void> {
  const id = await writeInstruction(target, contactIds);
  for (let file = 0; file < filesEach; file++) await attach(target, id, pdfOf(1000));
}

/** So many bytes that begin like a PDF. */
export function pdfOf(bytes: number): Buffer {
  const content = Buffer.alloc(bytes, 'stream 0123456789 endstream\n');
  content.write('%PDF-1.7\n');
  return content;
}

import { randomUUID } from 'node:crypto';
import type { Client } from '@zavet/contract/client';
import type { Locale } from '@zavet/contract/locales';
import { mailedToken } from './captured-mail.ts';
import { type SampleVault, sampleFile } from './sample.ts';
import { visitorOf } from './visitor.ts';

/** Names the people of an owner, lets them answer, and writes the instructions for them. */
export async function writeVault(
  address: string,
  owner: Client,
  vault: SampleVault,
  language: Locale,
): Promise<void> {
  const contactIds = await nameContacts(address, owner, vault, language);
  await writeInstructions(owner, vault, contactIds);
}

async function nameContacts(
  address: string,
  owner: Client,
  { contacts }: SampleVault,
  language: Locale,
): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { name, email, relationship, category, is_confirmed } of contacts) {
    const { contact } = await owner.createContact({
      body: {
        name,
        email,
        relationship,
        category,
        phone: '',
        notes: '',
        address: '',
        preferred_language: language,
        is_minor: false,
        has_guardian_consent: false,
      },
    });
    ids.set(email, contact.id);
    if (!is_confirmed) continue;
    const token = await mailedToken(address, email, '/invitation');
    await visitorOf(address).acceptInvitation({ body: { token } });
  }
  return ids;
}

async function writeInstructions(
  owner: Client,
  { instructions }: SampleVault,
  contactIds: Map<string, string>,
): Promise<void> {
  for (const { paragraphs, contacts, files = [], ...rest } of instructions) {
    const { id } = await owner.createInstruction({
      body: {
        draft_id: randomUUID(),
        recipient_name: '',
        recipient_email: '',
        ...rest,
        content: paragraphs.join('\n\n'),
        trusted_contact_ids: contacts.map((email) => contactIds.get(email) ?? email),
      },
    });
    for (const { name, file } of files) {
      await owner.attachFile({
        params: { id },
        headers: { 'x-file-name': encodeURIComponent(name) },
        body: sampleFile(file),
      });
    }
  }
}

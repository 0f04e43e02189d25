import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import type { Locale } from '@zavet/contract/locales';
import type { InstructionInput } from '@zavet/contract/vault/instruction-schemas';
import { locale, words } from './in-locale.ts';
import { newAddress } from './people.ts';

/** Adds a trusted contact through the API. */
export async function createContact(
  request: APIRequestContext,
  name: string,
  email = newAddress(),
  language: Locale = locale,
): Promise<{ id: string; email: string }> {
  words.addContent(name);
  const { contact } = await send<{ contact: { id: string; email: string } }>(
    request,
    '/api/contacts',
    {
      name,
      email,
      phone: '',
      relationship: '',
      category: 'family',
      notes: '',
      address: '',
      preferred_language: language,
      is_minor: false,
      has_guardian_consent: false,
    },
  );
  return contact;
}

/** Writes an instruction through the API. */
export function createInstruction(
  request: APIRequestContext,
  contactIds: string[],
  title: string,
  content = 'Оригинал у нотариуса, копия в верхнем ящике стола.',
  recipientEmail = '',
  facts: Partial<Pick<InstructionInput, 'category' | 'priority'>> = {},
): Promise<{ id: string; version: number }> {
  words.addContent(title, content);
  return send(request, '/api/instructions', {
    draft_id: randomUUID(),
    title,
    category: 'notary',
    priority: 'high',
    content,
    recipient_name: '',
    recipient_email: recipientEmail,
    trusted_contact_ids: contactIds,
    ...facts,
  });
}

/** Attaches a text file through the API. */
export function attachTextFile(
  request: APIRequestContext,
  instructionId: string,
  name: string,
  content: string,
): Promise<void> {
  return attachFile(request, instructionId, name, Buffer.from(content));
}

export async function attachFile(
  request: APIRequestContext,
  instructionId: string,
  name: string,
  content: Buffer,
): Promise<void> {
  words.addContent(name);
  const response = await request.post(`/api/instructions/${instructionId}/files`, {
    headers: {
      'x-file-name': encodeURIComponent(name),
      'content-type': 'application/octet-stream',
    },
    data: content,
  });
  if (!response.ok()) throw new Error(`Attaching was answered with ${response.status()}`);
}

async function send<Answer>(
  request: APIRequestContext,
  path: string,
  data: object,
): Promise<Answer> {
  const response = await request.post(path, { data });
  if (!response.ok()) throw new Error(`${path} answered ${response.status()}`);
  return (await response.json()) as Answer;
}

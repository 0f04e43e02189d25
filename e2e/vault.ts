import { randomUUID } from 'node:crypto';
import type { APIRequestContext } from '@playwright/test';
import { newAddress } from './people.ts';

/** Names a trusted contact through the API. */
export async function nameContact(
  request: APIRequestContext,
  name: string,
  email = newAddress(),
): Promise<{ id: string; email: string }> {
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
      preferred_language: 'ru',
      is_minor: false,
      has_guardian_consent: false,
    },
  );
  return contact;
}

/** Writes an instruction through the API. */
export function writeInstruction(
  request: APIRequestContext,
  contactIds: string[],
  title: string,
  content = 'Оригинал у нотариуса, копия в верхнем ящике стола.',
): Promise<{ id: string; version: number }> {
  return send(request, '/api/instructions', {
    draft_id: randomUUID(),
    title,
    category: 'notary',
    priority: 'high',
    content,
    recipient_name: '',
    recipient_email: '',
    trusted_contact_ids: contactIds,
  });
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

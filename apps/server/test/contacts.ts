import type { ContactInput, ContactView } from '@zavet/contract/people/contact-endpoints';
import type { ContactStatus } from '@zavet/contract/people/contact-rules';
import { sql } from 'drizzle-orm';
import { requestReconfirmations } from '../src/features/people/contacts/reconfirmation/request-reconfirmations.ts';
import type { Database } from '../src/platform/database/database.ts';
import { day } from './durations.ts';
import { newAddress, type Person, signedInPerson, signInAgain } from './people.ts';
import type { ReceivedMail } from './test-mailbox.ts';
import type { TestProduct } from './test-product.ts';

export function contactBody(input: Partial<ContactInput> = {}): ContactInput {
  return {
    name: 'Анна Петрова',
    email: newAddress(),
    phone: '',
    relationship: '',
    category: 'family',
    notes: '',
    address: '',
    invitation_note: '',
    preferred_language: 'ru',
    is_minor: false,
    has_guardian_consent: false,
    ...input,
  };
}

/** An owner with one invited contact, and the secrets of the invitation. */
export async function invitedContact(product: TestProduct, input: Partial<ContactInput> = {}) {
  const owner = await signedInPerson(product);
  const { contact } = await owner.browser.createContact({ body: contactBody(input) });
  const mail = await product.mailbox.latest(contact.email);
  return { owner, contact, mail, ...invitationSecretsIn(mail) };
}

export function invitationSecretsIn({ text }: Pick<ReceivedMail, 'text'>): {
  code: string;
  token: string;
} {
  const [, code] = text.match(/^([A-Z0-9]{6})$/m) ?? [];
  const [, token] = text.match(/\/invitation#token=(\S+)$/m) ?? [];
  if (!code || !token) throw new Error(`no code or no link in:\n${text}`);
  return { code, token };
}

/** A well-formed code that differs from this one. */
export function wrongCode(code: string): string {
  return code === 'AAAAAA' ? 'BBBBBB' : 'AAAAAA';
}

export async function onlyContactOf({ browser }: Person): Promise<ContactView> {
  const { contacts } = await browser.listContacts();
  const [contact] = contacts;
  if (!contact || contacts.length > 1) throw new Error(`${contacts.length} contacts, not one`);
  return contact;
}

/** Kinds of the contact events in a person's log. An event listed once with a count is repeated. */
export async function eventKindsOf({ browser }: Person): Promise<string[]> {
  const { events } = await browser.listSecurityEvents({ query: {} });
  const kinds = events.flatMap(({ kind, count }) => Array<string>(count).fill(kind));
  return kinds.filter((kind) => kind.startsWith('contact_'));
}

/** Sets a status directly, without its use case. */
export async function setStatus(
  database: Database,
  contactId: string,
  status: ContactStatus,
): Promise<void> {
  await database.rows(
    sql`update trusted_contacts set status = ${status} where id = ${contactId} returning id`,
  );
}

/** Makes waiting invitation jobs due. */
export async function makeInvitationsDue(database: Database): Promise<void> {
  await database.rows(sql`
    update pgboss.job set start_after = now()
    where name = 'mail' and data ->> 'mail' = 'contact_invitation' and state in ('created', 'retry') returning id`);
}

/** States of an invitation's jobs: `created`, `retry`, `completed`, … */
export async function jobStates(database: Database, contactId: string): Promise<string[]> {
  const rows = await database.rows<{ state: string }>(sql`
    select state from pgboss.job
    where data -> 'ids' ->> 'invitation_id' =
      (select id::text from contact_invitations where contact_id = ${contactId})
    order by created_on`);
  return rows.map(({ state }) => state);
}

/** An owner with one contact who has accepted; the confirmation card has arrived. */
export async function acceptedContact(product: TestProduct) {
  const invited = await invitedContact(product);
  await product.browser().acceptInvitation({ body: { token: invited.token } });
  await product.mailbox.latest(invited.contact.email, 2);
  return invited;
}

/** Advances the clock and runs the daily job. Sessions expire meanwhile. */
export async function requestReconfirmationsAfter(
  product: TestProduct,
  days: number,
): Promise<void> {
  product.clock.advance(days * day);
  await requestReconfirmations(product.ctx);
}

/** Signs the owner in again, and returns their only contact. */
export async function contactSeenBy(owner: Person) {
  await signInAgain(owner);
  return onlyContactOf(owner);
}

export function reconfirmationTokenIn({ text }: { text: string }): string {
  const [, token] = text.match(/\/reconfirmation#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no link in:\n${text}`);
  return token;
}

import { randomUUID } from 'node:crypto';
import {
  confirmEmail,
  createAccount as createUnconfirmed,
} from '../../apps/server/src/features/identity/account/account-repository.ts';
import { createPasswords } from '../../apps/server/src/features/identity/account/passwords/passwords.ts';
import { createProfile } from '../../apps/server/src/features/identity/account/profile/profile-repository.ts';
import { openSession } from '../../apps/server/src/features/identity/account/sessions/open-session-repository.ts';
import { trustedContacts } from '../../apps/server/src/features/people/contacts/contact-tables.ts';
import { protocolRules } from '../../apps/server/src/features/protocol/protocol-tables.ts';
import { createInstruction } from '../../apps/server/src/features/vault/instructions/write-instruction.ts';
import { systemClock } from '../../apps/server/src/platform/clock.ts';
import { newId } from '../../apps/server/src/platform/ids.ts';
import { newAddress, strongPassword } from '../../apps/server/test/people.ts';
import { instructionBody } from '../../apps/server/test/vault-fixtures.ts';
import type { Stack } from './stack.ts';

export interface Account {
  id: string;
  email: string;
}

/** An owner, the contact who activates, and the recipients. */
export interface Household {
  owner: Account;
  activator: Account & { contact_id: string };
  /** Recipient address by instruction and contact. */
  recipients: Map<string, string>;
  /** Further confirmed contacts. */
  otherContacts: Account[];
  /** A contact with a pending invitation, who is a recipient of every instruction. */
  unconfirmedContact: Account;
  instructions: number;
  /** An address at which every attempt bounces. */
  unreached?: string;
}

/** Key of a recipient; without a contact, the recipient named in the instruction. */
export function recipientKey(instructionId: string, contactId: string | null): string {
  return `${instructionId} ${contactId ?? 'named'}`;
}

/** The shortest waiting period. */
const waitingHours = 24;
const passwordHash = createPasswords().hash(strongPassword);
const caller = { address: '127.0.0.1', user_agent: null, request_id: 'none' };

/** Creates a household. Each of the `extraLetters` has its own recipient without an account. */
export async function createHousehold(
  stack: Stack,
  extraLetters = 0,
  hasWaitingPeriod = false,
): Promise<Household> {
  const owner = await createAccount(stack);
  const session = await openSession(stack.database, {
    userId: owner.id,
    device: newId(),
    caller,
    now: new Date(),
  });
  const person = await createAccount(stack);
  const contact = (email: string, status: 'confirmed' | 'pending', person?: string) =>
    createContact(stack, owner.id, email, status, person);
  if (hasWaitingPeriod) await setReleaseRules(stack, owner.id);
  const activator = await contact(person.email, 'confirmed', person.id);
  const sister = await contact(newAddress(), 'confirmed');
  const friend = await contact(newAddress(), 'confirmed');
  // This contact stays unconfirmed, so must never get letters.
  const unconfirmedContact = await contact(newAddress(), 'pending');
  const recipients = new Map<string, string>();
  const write = async (contacts: Contact[], named?: string) => {
    const { id } = await createInstruction(
      stack.ctx,
      { user_id: owner.id, session_id: session.id },
      {
        ...instructionBody([...contacts, unconfirmedContact].map((one) => one.id)),
        recipient_name: named ? 'Пётр' : '',
        recipient_email: named ?? '',
      },
      caller,
    );
    for (const one of contacts) recipients.set(recipientKey(id, one.id), one.email);
    if (named) recipients.set(recipientKey(id, null), named);
  };
  await write([activator, sister]);
  await write([sister, friend], newAddress());
  await write([], newAddress());
  const instructions = 3 + extraLetters;
  for (let count = 0; count < extraLetters; count++) await write([], newAddress());
  return {
    owner,
    activator: { ...person, contact_id: activator.id },
    recipients,
    otherContacts: [sister, friend],
    unconfirmedContact,
    instructions,
  };
}

async function setReleaseRules({ database }: Stack, user_id: string): Promise<void> {
  const rules = { user_id, waiting_hours: waitingHours, chosen_at: systemClock.now() };
  await database.db().insert(protocolRules).values(rules);
}

type Contact = Account;

export async function createAccount({ database }: Stack): Promise<Account> {
  const email = newAddress();
  const now = systemClock.now();
  const id = await createUnconfirmed(database, email, await passwordHash, now);
  await confirmEmail(database, id, now);
  await createProfile(database, id, 'ru', now);
  return { id, email };
}

async function createContact(
  { database }: Stack,
  user_id: string,
  email: string,
  status: 'confirmed' | 'pending',
  bound_user_id: string | null = null,
): Promise<Contact> {
  const id = newId();
  const now = systemClock.now();
  await database
    .db()
    .insert(trustedContacts)
    .values({
      id,
      user_id,
      name: `Анна ${randomUUID().slice(0, 4)}`,
      email,
      seal_id: newId(),
      status,
      bound_user_id,
      created_at: now,
      updated_at: now,
    });
  return { id, email };
}

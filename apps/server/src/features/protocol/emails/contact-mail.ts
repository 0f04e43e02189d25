import type { FoundMail } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { isolated, plainName } from '../../../platform/mail/templates/plain-name.ts';
import {
  type ActivationPeople,
  findContactPerson,
  findPeopleOfActivation,
} from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { type Writer, writerOf } from './letter-words.ts';

/** Why a contact gets a mail of the protocol. */
export const contactReason = { reason: 'protocol.reason_contact' } as const;

export interface OtherContactIds {
  activation_id: string;
  contact_id: string;
}

/** What every other contact is told: whose protocol it is, and who began. */
export interface ForOthers extends Writer {
  /** Null where that contact is gone. */
  starter_name: string | null;
  release_at: string | null;
}

/** A contact as a sentence begins with them. */
export function contactName({ t }: MailWords, name: string | null): string {
  return isolated(plainName(name ?? '')) || t('protocol.a_contact');
}

/** Finds one of the owner's other contacts, and what they may know. */
export async function findForOthers(
  { database }: ProtocolDeps,
  { activation_id, contact_id }: OtherContactIds,
  isDue: (people: ActivationPeople) => boolean,
): Promise<FoundMail<ForOthers> | undefined> {
  const people = await findPeopleOfActivation(database, activation_id);
  const other = await findContactPerson(database, contact_id);
  if (!people?.owner || !other || !isDue(people)) return undefined;
  return {
    to: other.contact.email,
    language: other.language,
    facts: {
      ...writerOf(people.owner),
      starter_name: people.contact?.name ?? null,
      release_at: people.release_at,
    },
  };
}

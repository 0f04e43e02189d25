import type { Context } from '../../../context.ts';
import type { FoundMail } from '../../../platform/mail/mail.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { isolated, plainName } from '../../../platform/mail/templates/plain-name.ts';
import {
  type ActivationPeople,
  findContactPerson,
  findPeopleOfActivation,
} from '../people-repository.ts';
import { type ActivationIds, addressed } from './activation-mails.ts';
import { type Writer, writerOf } from './letter-words.ts';

/** Why a contact gets a mail of the protocol. */
export const contactReason = { reason: 'protocol.reason_contact' } as const;

export interface OtherContactIds {
  activation_id: string;
  contact_id: string;
}

/** Facts for every other contact: whose protocol it is, and who began. */
interface ForOthers extends Writer {
  /** Null where that contact is gone. */
  starter_name: string | null;
  release_at: string | null;
}

/** A contact as a sentence begins with them. */
export function contactName({ t }: MailWords, name: string | null): string {
  return isolated(plainName(name ?? '')) || t('protocol.a_contact');
}

/**
 * The contact with this id, or without one the contact who began. `factsOf` gives undefined where the
 * mail is no longer due.
 */
export async function findForContact<Facts extends object>(
  { database }: Pick<Context, 'database'>,
  { activation_id, contact_id }: ActivationIds & Partial<OtherContactIds>,
  factsOf: (people: ActivationPeople) => Facts | undefined | Promise<Facts | undefined>,
): Promise<FoundMail<Writer & Facts> | undefined> {
  const people = await findPeopleOfActivation(database, activation_id);
  const other = contact_id ? await findContactPerson(database, contact_id) : undefined;
  const to = contact_id
    ? other && { ...other.contact, language: other.language }
    : people?.initiator;
  if (!people?.owner || !to) return undefined;
  const facts = await factsOf(people);
  return facts && addressed(to, { ...writerOf(people.owner), ...facts });
}

/** Finds one of the owner's other contacts, and what they may know. */
export function findForOthers(
  ctx: Pick<Context, 'database'>,
  ids: OtherContactIds,
  isDue: (people: ActivationPeople) => boolean,
): Promise<FoundMail<ForOthers> | undefined> {
  return findForContact(ctx, ids, (people) =>
    isDue(people)
      ? { starter_name: people.contact?.name ?? null, release_at: people.release_at }
      : undefined,
  );
}

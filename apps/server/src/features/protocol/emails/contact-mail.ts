import type { Context } from '../../../context.ts';
import {
  type FoundMail,
  type MailBlock,
  mailText,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import {
  isolateText,
  nameInSubject,
  nameWithAddress,
  plainName,
} from '../../../platform/mail/templates/plain-name.ts';
import {
  type ActivationPeople,
  findContactPerson,
  findPeopleOfActivation,
} from '../people-repository.ts';

export const contactReason = { reason: 'protocol.reason_contact' } as const;

export interface ActivationIds {
  activation_id: string;
}

export interface OtherContactIds extends ActivationIds {
  contact_id: string;
}

/** The owner in a mail to another person. */
export interface Writer {
  owner_name: string | null;
  owner_email?: string | null;
}

/**
 * Finds a mail about an activation to the contact with `contact_id`, or without an id to the
 * initiator. `factsOf` returns undefined if the mail is no longer due.
 */
export async function findForContact<Facts extends object>(
  { database }: Context,
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
  return facts && mailTo(to, { ...writerOf(people.owner), ...facts });
}

export async function findContactMail(
  { database }: Context,
  { contact_id }: { contact_id: string },
) {
  const found = await findContactPerson(database, contact_id);
  if (!found) return undefined;
  const { contact, language, owner, owner_id } = found;
  return { to: contact.email, language, facts: writerOf(owner), owner, owner_id };
}

export function mailTo<Facts>(
  { email, language }: { email: string; language: FoundMail<Facts>['language'] },
  facts: Facts,
): FoundMail<Facts> {
  return { to: email, language, facts };
}

export function writerOf(owner: { full_name: string | null; email: string } | undefined): Writer {
  return { owner_name: owner?.full_name ?? null, owner_email: owner?.email ?? null };
}

/** Empty if neither name nor address is known. */
export function personOf({ owner_name, owner_email }: Writer): string {
  const name = owner_name ?? '';
  return owner_email ? nameWithAddress(name, owner_email) : isolateText(plainName(name));
}

function ownerLine({ t }: MailWords, facts: Writer): string[] {
  const person = personOf(facts);
  return person ? [t('protocol.whose', { person })] : [];
}

type MailKey = Parameters<typeof mailText>[1];
type Blocks<Key extends MailKey> = Parameters<typeof mailText<Key>>[2];

/** Text of a mail to a contact. The owner is named in the subject and after the first block. */
export function contactText<Key extends MailKey>(
  words: MailWords,
  site: SiteInfo,
  facts: Writer,
  key: Key,
  blocks: Blocks<Key>,
  values: Record<string, string> = {},
) {
  const name = nameInSubject(facts.owner_name, facts.owner_email ?? '');
  const withOwner: Blocks<Key> = (say) => {
    const [opening = '', ...details] = blocks(say);
    return [opening, ...ownerLine(words, facts), ...details, legaciesButton(words, site)];
  };
  return mailText(words, key, withOwner, { ...contactReason, values: { name, ...values } });
}

/** A contact as the subject of a sentence. */
export function contactName({ t }: MailWords, name: string | null): string {
  return isolateText(plainName(name ?? '')) || t('protocol.a_contact');
}

export function greetingOf({ t }: MailWords, name: string | null): string {
  const plain = plainName(name ?? '');
  return plain ? t('layout.greeting_named', { name: isolateText(plain) }) : t('layout.greeting');
}

export function legaciesButton({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('protocol.open_legacies'), href: linkTo(publicUrl, '/trusted-legacies') };
}

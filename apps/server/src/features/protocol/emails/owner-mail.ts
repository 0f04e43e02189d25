import type { Context } from '../../../context.ts';
import type {
  BouncedMail,
  FoundMail,
  Mail,
  MailBlock,
  SiteInfo,
} from '../../../platform/mail/mail.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { noteUnreached } from '../../mail/bounces/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { digestOfMailbox } from '../activation/veto-codes.ts';
import { findVetoLink, insertVetoLink } from '../activation/veto-repository.ts';
import { needsSignIn, type OwnerAddress } from '../activation/veto-rules.ts';
import { type ActivationPeople, findPeopleOfActivation } from '../people-repository.ts';
import { listOwnerAddresses } from '../settings/address-repository.ts';
import type { ActivationIds } from './contact-mail.ts';

/** Which of the owner's addresses a mail goes to; without it, the account's own. */
export interface ToOwner {
  address?: OwnerAddress;
}

/** Orders a mail to every address of an owner, in the transaction of its cause. */
export async function mailOwner<Ids extends ToOwner>(
  { database, jobs }: Pick<Context, 'database' | 'jobs'>,
  ownerId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address'>>,
): Promise<void> {
  for (const { address } of await listOwnerAddresses(database, ownerId)) {
    await enqueueMail({ jobs }, mail, { ...ids, address } as Ids);
  }
}

/** The same, with a link in each that vetoes this activation. */
export async function mailOwnerWithVetoLink<Ids extends ToOwner & { activation_id: string }>(
  ctx: Pick<Context, 'database' | 'jobs' | 'clock' | 'linkTokens' | 'serviceKey'>,
  ownerId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address'>> & { activation_id: string },
): Promise<void> {
  const { database, clock, linkTokens, serviceKey } = ctx;
  for (const { address, email } of await listOwnerAddresses(database, ownerId)) {
    await insertVetoLink(database, {
      ...linkTokens.create(),
      activation_id: ids.activation_id,
      address,
      mailbox_digest: digestOfMailbox(serviceKey, email),
      created_at: clock.now(),
    });
  }
  await mailOwner(ctx, ownerId, mail, ids);
}

/** Where a mail to this address goes now; undefined when the owner has no such address any more. */
export async function addressOfOwner(
  { database }: Pick<Context, 'database'>,
  ownerId: string,
  { address = 'first' }: ToOwner,
): Promise<string | undefined> {
  const addresses = await listOwnerAddresses(database, ownerId);
  return addresses.find((each) => each.address === address)?.email;
}

/** A mail to this address of an owner did not arrive; false where it had gone to another one. */
export async function noteOwnerUnreached(
  { database, clock }: Pick<Context, 'database' | 'clock'>,
  ownerId: string,
  { address = 'first' }: ToOwner,
  { wentTo, status }: Pick<BouncedMail, 'wentTo' | 'status'>,
): Promise<boolean> {
  const email = await addressOfOwner({ database }, ownerId, { address });
  if (email === undefined || !wentTo(email)) return false;
  const last_at = clock.now();
  await noteUnreached(database, { user_id: ownerId, address, email, status, last_at });
  return true;
}

/**
 * The secret of the link that vetoes an activation; null for mails that were enqueued without, where
 * the address changed since, and where only the signed-in owner can veto it.
 */
export async function vetoTokenOf(
  ctx: Pick<Context, 'database' | 'linkTokens' | 'serviceKey'>,
  activationId: string,
  to: ToOwner,
): Promise<string | null> {
  const { database, linkTokens, serviceKey } = ctx;
  const activation = await findActivation(database, activationId);
  if (!activation || needsSignIn(activation)) return null;
  const email = await addressOfOwner(ctx, activation.deceased_user_id, to);
  if (email === undefined) return null;
  const link = await findVetoLink(database, activationId, digestOfMailbox(serviceKey, email));
  return link ? linkTokens.tokenOf(link.id) : null;
}

/**
 * How the owner stops it. The button leads to a page that says what will happen, and has one button;
 * `press` is the sentence before it. A mail without a link leads to the account.
 */
export function vetoBlocks(
  words: MailWords,
  site: SiteInfo,
  token: string | null,
  press: string,
  label = words.t('protocol.stop_it'),
): MailBlock[] {
  const { t } = words;
  if (!token) return [t('protocol.stop_signed_in'), accountButton(words, site)];
  const href = linkWithSecret(site.publicUrl, '/stop', { token });
  return [press, { button: label, href }];
}

/** Where the owner sees what is going on, and decides. */
export function accountButton({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('protocol.open_account'), href: linkTo(publicUrl, '/dashboard') };
}

export type OwnerIds = ActivationIds & ToOwner;

/** Null where that person is gone from the service. */
export interface Starter {
  contact_name: string | null;
  contact_email: string | null;
}

/** For mails that are due only while the starter is a contact. */
export function named({ name, email }: { name: string; email: string }) {
  return { contact_name: name, contact_email: email };
}

/** The contact may be gone by then; the account that paid still has a name. */
export function starterOf({ contact, initiator }: ActivationPeople): Starter {
  return {
    contact_name: contact?.name ?? initiator?.full_name ?? null,
    contact_email: contact?.email ?? initiator?.email ?? null,
  };
}

/** To one of the owner's addresses; undefined when that is none of theirs any more. */
export async function toOwner<Facts>(
  ctx: Pick<Context, 'database'>,
  ownerId: string,
  { language }: { language: FoundMail<Facts>['language'] },
  ids: ToOwner,
  facts: Facts,
): Promise<FoundMail<Facts> | undefined> {
  const to = await addressOfOwner(ctx, ownerId, ids);
  return to === undefined ? undefined : { to, language, facts };
}

/** To one of the owner's addresses, with the contact who began and the link that vetoes the start. */
export async function findForOwner<Facts extends object>(
  ctx: Context,
  ids: OwnerIds,
  factsOf: (people: ActivationPeople) => Facts | undefined | Promise<Facts | undefined>,
): Promise<FoundMail<Starter & Facts & { stop_token: string | null }> | undefined> {
  const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
  const facts = people?.owner && (await factsOf(people));
  if (!people?.owner || !facts) return undefined;
  const stop_token = await vetoTokenOf(ctx, ids.activation_id, ids);
  const all = { ...starterOf(people), ...facts, stop_token };
  return toOwner(ctx, people.owner_id, people.owner, ids, all);
}

export function mailButton({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('protocol.open_mail'), href: linkTo(publicUrl, '/mail') };
}

export function contactsButton({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('contacts.open_list'), href: linkTo(publicUrl, '/contact') };
}

/** Who began what the owner may stop. Empty when that person is gone from the service. */
export function starterLine({ t }: MailWords, { contact_name, contact_email }: Starter): string[] {
  if (!contact_email) return [];
  return [t('protocol.who_began', { person: nameWithAddress(contact_name ?? '', contact_email) })];
}

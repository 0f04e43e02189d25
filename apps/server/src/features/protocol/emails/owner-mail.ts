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
import { nameInSubject, nameWithAddress } from '../../../platform/mail/templates/plain-name.ts';
import { findPerson } from '../../identity/account/index.ts';
import { recordUnreachedAddress } from '../../mail/bounces/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { digestOfMailbox } from '../activation/veto-codes.ts';
import { findVetoLink, insertVetoLink } from '../activation/veto-repository.ts';
import { needsSignIn, type OwnerAddress } from '../activation/veto-rules.ts';
import { type ActivationPeople, findPeopleOfActivation } from '../people-repository.ts';
import { listOwnerAddresses } from '../settings/address-repository.ts';
import type { ActivationIds } from './contact-mail.ts';

/** `address` selects one of the owner's addresses; by default the account's own. */
export interface OwnerMailIds {
  address?: OwnerAddress;
}

export async function mailOwner<Ids extends OwnerMailIds>(
  { database, jobs }: Pick<Context, 'database' | 'jobs'>,
  ownerId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address'>>,
  startAfterSeconds?: number,
): Promise<void> {
  for (const { address } of await listOwnerAddresses(database, ownerId)) {
    await enqueueMail({ jobs }, mail, { ...ids, address } as Ids, { startAfterSeconds });
  }
}

/** Like `mailOwner`; each mailbox gets a link of its own that vetoes the activation. */
export async function mailOwnerWithVetoLink<Ids extends OwnerMailIds & Partial<ActivationIds>>(
  ctx: Context,
  ownerId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address'>> & ActivationIds,
  startAfterSeconds?: number,
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
  await mailOwner(ctx, ownerId, mail, ids, startAfterSeconds);
}

/** Undefined if the owner no longer has this address. */
export async function addressOfOwner(
  { database }: Context,
  ownerId: string,
  { address = 'first' }: OwnerMailIds,
): Promise<string | undefined> {
  const addresses = await listOwnerAddresses(database, ownerId);
  return addresses.find((each) => each.address === address)?.email;
}

/**
 * Records that a mail to this address of the owner did not arrive; false if the mail went to a
 * former address.
 */
export async function noteOwnerUnreached(
  ctx: Context,
  ownerId: string,
  { address = 'first' }: OwnerMailIds,
  { wasSentTo, status }: Pick<BouncedMail, 'wasSentTo' | 'status'>,
): Promise<boolean> {
  const email = await addressOfOwner(ctx, ownerId, { address });
  if (email === undefined || !wasSentTo(email)) return false;
  const last_at = ctx.clock.now();
  await recordUnreachedAddress(ctx.database, { user_id: ownerId, address, email, status, last_at });
  return true;
}

/**
 * Token of the veto link for this mailbox. Null if there is none, for example after a change of the
 * address, or if a veto requires a sign-in.
 */
async function vetoTokenOf(
  ctx: Context,
  activationId: string,
  to: OwnerMailIds,
): Promise<string | null> {
  const { database, linkTokens, serviceKey } = ctx;
  const activation = await findActivation(database, activationId);
  if (!activation || needsSignIn(activation)) return null;
  const email = await addressOfOwner(ctx, activation.deceased_user_id, to);
  if (email === undefined) return null;
  const link = await findVetoLink(database, activationId, digestOfMailbox(serviceKey, email));
  return link ? linkTokens.tokenOf(link.id) : null;
}

export type OwnerIds = ActivationIds & OwnerMailIds;

/** Undefined if the owner was deleted or no longer has this address. */
export async function findForOwnerById<Facts>(
  ctx: Context,
  ownerId: string,
  to: OwnerMailIds,
  facts: Facts,
): Promise<FoundMail<Facts> | undefined> {
  const owner = await findPerson(ctx.database, ownerId);
  return owner && buildOwnerMail(ctx, ownerId, owner, to, facts);
}

/** Undefined if the owner no longer has this address. */
export async function buildOwnerMail<Facts>(
  ctx: Context,
  ownerId: string,
  { language }: { language: FoundMail<Facts>['language'] },
  ids: OwnerMailIds,
  facts: Facts,
): Promise<FoundMail<Facts> | undefined> {
  const to = await addressOfOwner(ctx, ownerId, ids);
  return to === undefined ? undefined : { to, language, facts };
}

/** Finds a mail about an activation, with the contact who started and the veto link. */
export async function findForOwner<Facts extends object>(
  ctx: Context,
  ids: OwnerIds,
  factsOf: (people: ActivationPeople) => Facts | undefined | Promise<Facts | undefined>,
): Promise<FoundMail<Starter & Facts & { veto_token: string | null }> | undefined> {
  const people = await findPeopleOfActivation(ctx.database, ids.activation_id);
  const facts = people?.owner && (await factsOf(people));
  if (!people?.owner || !facts) return undefined;
  const veto_token = await vetoTokenOf(ctx, ids.activation_id, ids);
  const all = { ...starterOf(people), ...facts, veto_token };
  return buildOwnerMail(ctx, people.owner_id, people.owner, ids, all);
}

/** Null once contact and account are deleted. */
export interface Starter {
  contact_name: string | null;
  contact_email: string | null;
}

/** Falls back to the account that paid if the contact was deleted. */
export function starterOf({ contact, initiator }: ActivationPeople): Starter {
  return {
    contact_name: contact?.name ?? initiator?.full_name ?? null,
    contact_email: contact?.email ?? initiator?.email ?? null,
  };
}

/** The starter as the subject of a sentence. */
export function starterName({ t }: MailWords, { contact_name, contact_email }: Starter): string {
  return contact_email
    ? nameWithAddress(contact_name ?? '', contact_email)
    : t('protocol.a_contact');
}

export function starterInSubject({ t }: MailWords, { contact_name, contact_email }: Starter) {
  return contact_email ? nameInSubject(contact_name, contact_email) : t('protocol.a_contact');
}

export function starterLine(words: MailWords, starter: Starter): string[] {
  if (!starter.contact_email) return [];
  return [words.t('protocol.who_began', { person: starterName(words, starter) })];
}

/** A button to the veto page, which asks for a confirmation. Without a token it leads to the account. */
export function vetoBlocks(words: MailWords, site: SiteInfo, token: string | null): MailBlock[] {
  const { t } = words;
  if (!token) return [t('protocol.stop_signed_in'), accountButton(words, site)];
  const href = linkWithSecret(site.publicUrl, '/stop', { token });
  return [t('protocol.here'), { button: t('protocol.stop_it'), href }];
}

export function accountButton({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('protocol.open_account'), href: linkTo(publicUrl, '/dashboard') };
}

export function mailButton({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('protocol.open_mail'), href: linkTo(publicUrl, '/mail') };
}

export function contactsButton({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('contacts.open_list'), href: linkTo(publicUrl, '/contact') };
}

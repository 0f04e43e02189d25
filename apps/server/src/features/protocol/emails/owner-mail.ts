import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { linkTo, linkWithSecret } from '../../../platform/mail/link-to.ts';
import type { BouncedMail, Mail } from '../../../platform/mail/mail.ts';
import type { MailBlock } from '../../../platform/mail/mail-text.ts';
import type { SiteInfo } from '../../../platform/mail/site-info.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';
import { noteUnreached } from '../../mail/bounces/index.ts';
import { findActivation } from '../activation/activation-repository.ts';
import { needsSignIn } from '../requests/request-rules.ts';
import { listOwnerAddresses } from '../rules/address-repository.ts';
import { digestOfMailbox } from '../stop/stop-codes.ts';
import { findStopLink, insertStopLink } from '../stop/stop-link-repository.ts';
import type { OwnerAddress } from '../stop/stop-values.ts';

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
export async function mailOwnerWithStop<Ids extends ToOwner & { activation_id: string }>(
  ctx: Pick<Context, 'database' | 'jobs' | 'clock' | 'linkTokens' | 'serviceKey'>,
  ownerId: string,
  mail: Mail<never, Ids, unknown>,
  ids: NoInfer<Omit<Ids, 'address'>> & { activation_id: string },
): Promise<void> {
  const { database, clock, linkTokens, serviceKey } = ctx;
  for (const { address, email } of await listOwnerAddresses(database, ownerId)) {
    await insertStopLink(database, {
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
export async function stopTokenOf(
  ctx: Pick<Context, 'database' | 'linkTokens' | 'serviceKey'>,
  activationId: string,
  to: ToOwner,
): Promise<string | null> {
  const { database, linkTokens, serviceKey } = ctx;
  const activation = await findActivation(database, activationId);
  if (!activation || needsSignIn(activation)) return null;
  const email = await addressOfOwner(ctx, activation.deceased_user_id, to);
  if (email === undefined) return null;
  const link = await findStopLink(database, activationId, digestOfMailbox(serviceKey, email));
  return link ? linkTokens.tokenOf(link.id) : null;
}

/**
 * How the owner stops it. The button leads to a page that says what will happen, and has one button;
 * `press` is the sentence before it. A mail without a link leads to the account.
 */
export function waysToStop(
  words: MailWords,
  site: SiteInfo,
  token: string | null,
  press: string,
  label = words.t('protocol.stop_it'),
): MailBlock[] {
  const { t } = words;
  if (!token) return [t('protocol.stop_signed_in'), account(words, site)];
  const href = linkWithSecret(site.publicUrl, '/stop', { token });
  return [press, { button: label, href }];
}

/** Where the owner sees what is going on, and decides. */
export function account({ t }: MailWords, { publicUrl }: SiteInfo): MailBlock {
  return { button: t('protocol.open_account'), href: linkTo(publicUrl, '/dashboard') };
}

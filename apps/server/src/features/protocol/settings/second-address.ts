import type { OutputOf } from '@zavet/contract/endpoint';
import type {
  ProtocolRulesView,
  settingsEndpoints,
} from '@zavet/contract/protocol/settings-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { mailedLink } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import {
  findPerson,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { clearUnreachedAddress } from '../../mail/bounces/index.ts';
import { digestOfMailbox } from '../activation/veto-codes.ts';
import { deleteVetoLinksOf } from '../activation/veto-repository.ts';
import {
  protocolSettingsChanged,
  secondAddressConfirm,
  secondAddressReleased,
} from '../emails/settings-mails.ts';
import {
  deleteSecondAddress,
  findSecondAddress,
  insertFormerAddress,
  isContactAddress,
  markSecondAddressConfirmed,
  type SecondAddress,
  saveSecondAddress,
} from './address-repository.ts';
import { readRules, withLockedOwner } from './settings.ts';

/** The link of a confirmed address does not expire: it continues to show the confirmation. */
const secondAddressLink = mailedLink({
  find: ({ database }: Context, link_digest) => findSecondAddress(database, { link_digest }),
  expiresAt: ({ confirmed_at, expires_at }) => (confirmed_at === null ? expires_at : null),
  lock: ({ database }, { user_id }) => lockUser(database, user_id),
});

/**
 * Sets a second address for warnings, which has no effect until it is confirmed. A former address
 * is removed immediately, and both addresses are notified if it was confirmed. Setting the same
 * unconfirmed address again mails its link again.
 */
export function setSecondAddress(
  ctx: Context,
  { user_id }: Owner,
  email: string,
  caller: Caller,
): Promise<ProtocolRulesView> {
  const { database } = ctx;
  return withLockedOwner(ctx, user_id, async (now) => {
    await requireFreeAddress(ctx, user_id, email);
    const former = await findSecondAddress(database, { user_id });
    const isSame = former?.email === email;
    if (isSame && former.confirmed_at !== null) return readRules(ctx, user_id);
    // The same address keeps its link, so that the links of all its mails work.
    const link_id = isSame ? former.link_id : newId();
    await saveUnconfirmed(ctx, user_id, email, link_id, now);
    if (!isSame) {
      await recordSecurityEvent(database, user_id, 'second_address_set', caller, now);
      await enqueueMail(ctx, protocolSettingsChanged, {
        ...{ user_id, link_id, change: 'address_set', at: now.toISOString() },
      });
      if (former) await notifyFormerAddress(ctx, former, now);
    }
    return readRules(ctx, user_id);
  });
}

/** Fails if the address is the owner's own or a contact's. The owner must be locked. */
async function requireFreeAddress(
  { database }: Context,
  ownerId: string,
  email: string,
): Promise<void> {
  const owner = await findPerson(database, ownerId);
  if (owner?.email === email || (await isContactAddress(database, ownerId, email))) {
    fail('second_address_taken', { fields: { email: 'second_address_taken' } });
  }
}

async function saveUnconfirmed(
  ctx: Context,
  user_id: string,
  email: string,
  link_id: string,
  now: Date,
): Promise<void> {
  await saveSecondAddress(ctx.database, {
    user_id,
    email,
    confirmed_at: null,
    link_id,
    link_digest: ctx.linkTokens.create(link_id).digest,
    asked_at: now,
    expires_at: new Date(now.getTime() + linkLifetimes.secondAddress),
  });
  await enqueueMail(ctx, secondAddressConfirm, { link_id });
}

/** The facts for the confirmation page: owner, address and state. */
export async function describeSecondAddress(
  ctx: Context,
  token: string,
): Promise<OutputOf<typeof settingsEndpoints.describeSecondAddress>> {
  const { user_id, email, confirmed_at } = await secondAddressLink.open(ctx, token);
  const owner = await findPerson(ctx.database, user_id);
  if (!owner) return fail('link_invalid');
  return {
    owner_name: owner.full_name || owner.email,
    email,
    is_confirmed: confirmed_at !== null,
  };
}

/** Confirms a second address. A repeated call changes nothing. */
export function confirmSecondAddress(ctx: Context, token: string): Promise<void> {
  const { database, clock } = ctx;
  return secondAddressLink.act(ctx, token, async ({ user_id, link_id, email, confirmed_at }) => {
    if (confirmed_at !== null) return;
    // The address may have become a contact's address since it was set.
    await requireFreeAddress(ctx, user_id, email);
    const now = clock.now();
    if (!(await markSecondAddressConfirmed(database, link_id, now))) return;
    // The link arrived by mail, so the address is reachable.
    await clearUnreachedAddress(database, user_id, 'second');
    await recordSecurityEvent(database, user_id, 'second_address_confirmed', systemActor, now);
  });
}

export function removeSecondAddress(
  ctx: Context,
  { user_id }: Owner,
  caller: Caller,
): Promise<ProtocolRulesView> {
  const { database } = ctx;
  return withLockedOwner(ctx, user_id, async (now) => {
    const former = await deleteSecondAddress(database, user_id);
    if (!former) return fail('not_found');
    await recordSecurityEvent(database, user_id, 'second_address_removed', caller, now);
    await notifyFormerAddress(ctx, former, now);
    return readRules(ctx, user_id);
  });
}

/** Ends the veto links of a former second address; if it was confirmed, mails both addresses. */
async function notifyFormerAddress(
  ctx: Context,
  { user_id, email, confirmed_at }: SecondAddress,
  now: Date,
): Promise<void> {
  if (confirmed_at === null) return;
  const { database, serviceKey } = ctx;
  await deleteVetoLinksOf(database, user_id, digestOfMailbox(serviceKey, email));
  const former_id = newId();
  await insertFormerAddress(database, { id: former_id, user_id, email, created_at: now });
  await enqueueMail(ctx, secondAddressReleased, { former_id });
  await enqueueMail(ctx, protocolSettingsChanged, {
    ...{ user_id, change: 'address_removed', at: now.toISOString() },
  });
}

/** Removes a second address that has become the account's own, in the transaction of that change. */
export async function removeDuplicateSecondAddress(
  { database, clock }: Context,
  { user_id, email }: { user_id: string; email: string },
): Promise<void> {
  if (!(await deleteSecondAddress(database, user_id, email))) return;
  await recordSecurityEvent(database, user_id, 'second_address_removed', systemActor, clock.now());
}

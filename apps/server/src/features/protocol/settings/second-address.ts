import type { OutputOf } from '@zavet/contract/endpoint';
import type {
  ProtocolRulesView,
  rulesEndpoints,
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
import { forgetUnreached } from '../../mail/bounces/index.ts';
import { digestOfMailbox } from '../activation/veto-codes.ts';
import { deleteVetoLinksOf } from '../activation/veto-repository.ts';
import {
  secondAddressConfirm,
  secondAddressReleased,
  secondAddressRemoved,
  secondAddressSet,
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
import { lockOwner, readRules } from './settings.ts';

/** The link of an address that was confirmed in time continues to say so. */
const secondAddressLink = mailedLink({
  find: ({ database }: Context, link_digest) => findSecondAddress(database, { link_digest }),
  expiresAt: ({ confirmed_at, expires_at }) => (confirmed_at === null ? expires_at : null),
  lock: ({ database }, { user_id }) => lockUser(database, user_id),
});

/**
 * Names a second address for warnings. It counts once it is confirmed there; a former one ends at
 * once, and both sides are told so. Naming the same again mails its link again.
 */
export function setSecondAddress(
  ctx: Context,
  owner: Owner,
  email: string,
  caller: Caller,
): Promise<ProtocolRulesView> {
  const { database, clock } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    await requireFreeAddress(ctx, user_id, email);
    const former = await findSecondAddress(database, { user_id });
    const isSame = former?.email === email;
    if (!isSame || former.confirmed_at === null) {
      const link_id = await ask(ctx, user_id, email, isSame ? former.link_id : newId());
      if (!isSame) {
        await recordSecurityEvent(database, user_id, 'second_address_set', caller, clock.now());
        await enqueueMail(ctx, secondAddressSet, { link_id });
        if (former) await releaseSecondAddress(ctx, former);
      }
    }
    return readRules(ctx, user_id);
  });
}

/** Under the owner's lock: the address is neither the owner's own nor a contact's. */
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

/** The link stays the same while the same address is asked, so that every mail of it works. */
async function ask(ctx: Context, user_id: string, email: string, link_id: string): Promise<string> {
  const { database, clock, linkTokens } = ctx;
  const now = clock.now();
  const asked: SecondAddress = {
    user_id,
    email,
    confirmed_at: null,
    link_id,
    link_digest: linkTokens.create(link_id).digest,
    asked_at: now,
    expires_at: new Date(now.getTime() + linkLifetimes.secondAddress),
  };
  await saveSecondAddress(database, asked);
  await enqueueMail(ctx, secondAddressConfirm, { link_id });
  return link_id;
}

/** The owner of the second address that the holder of the link is asked to confirm. */
export async function describeSecondAddress(
  ctx: Context,
  token: string,
): Promise<OutputOf<typeof rulesEndpoints.describeSecondAddress>> {
  const { user_id, email, confirmed_at } = await secondAddressLink.open(ctx, token);
  const owner = await findPerson(ctx.database, user_id);
  if (!owner) return fail('link_invalid');
  return {
    owner_name: owner.full_name || owner.email,
    email,
    is_confirmed: confirmed_at !== null,
  };
}

/** From now on the address is warned. Confirming again changes nothing. */
export function confirmSecondAddress(ctx: Context, token: string): Promise<void> {
  const { database, clock } = ctx;
  return secondAddressLink.act(ctx, token, async ({ user_id, link_id, email, confirmed_at }) => {
    if (confirmed_at !== null) return;
    // The same address may have been named as a contact's meanwhile.
    await requireFreeAddress(ctx, user_id, email);
    const now = clock.now();
    if (!(await markSecondAddressConfirmed(database, link_id, now))) return;
    // The link has come by mail: so mails arrive.
    await forgetUnreached(database, user_id, 'second');
    await recordSecurityEvent(database, user_id, 'second_address_confirmed', systemActor, now);
  });
}

/** Removes the second address. Its link ends; if it was confirmed, both addresses are told. */
export function removeSecondAddress(
  ctx: Context,
  owner: Owner,
  caller: Caller,
): Promise<ProtocolRulesView> {
  const { database, clock } = ctx;
  const { user_id } = owner;
  return database.transaction(async () => {
    await lockOwner(ctx, user_id);
    const former = await deleteSecondAddress(database, user_id);
    if (!former) return fail('not_found');
    await recordSecurityEvent(database, user_id, 'second_address_removed', caller, clock.now());
    await releaseSecondAddress(ctx, former);
    return readRules(ctx, user_id);
  });
}

/**
 * Tells a second address that it is none any more, and the first one as well; its links stop nothing
 * any more. Of one that never confirmed nobody needs to hear.
 */
async function releaseSecondAddress(
  ctx: Pick<Context, 'database' | 'clock' | 'jobs' | 'serviceKey'>,
  { user_id, email, confirmed_at }: SecondAddress,
): Promise<void> {
  if (confirmed_at === null) return;
  const { database, clock, serviceKey } = ctx;
  const now = clock.now();
  await deleteVetoLinksOf(database, user_id, digestOfMailbox(serviceKey, email));
  const former_id = newId();
  await insertFormerAddress(database, { id: former_id, user_id, email, created_at: now });
  await enqueueMail(ctx, secondAddressReleased, { former_id });
  await enqueueMail(ctx, secondAddressRemoved, { user_id, at: now.toISOString() });
}

/** An address that became the first is not the second as well. Part of the change's transaction. */
export async function removeDuplicateSecondAddress(
  { database, clock }: Context,
  { user_id, email }: { user_id: string; email: string },
): Promise<void> {
  if (!(await deleteSecondAddress(database, user_id, email))) return;
  await recordSecurityEvent(database, user_id, 'second_address_removed', systemActor, clock.now());
}

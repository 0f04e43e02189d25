import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Caller, Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { findPerson, recordSecurityEvent } from '../../identity/account/index.ts';
import { secondAddressConfirm, secondAddressSet } from '../emails/settings-mails.ts';
import { lockOwner } from './lock-owner.ts';
import { releaseSecondAddress } from './order-release.ts';
import { readRules } from './rules-view.ts';
import {
  findSecondAddress,
  isContactAddress,
  type SecondAddress,
  saveSecondAddress,
} from './second-address-repository.ts';

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
export async function requireFreeAddress(
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

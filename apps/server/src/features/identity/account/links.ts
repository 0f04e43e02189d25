import { factorTimings, linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { type MailedLink, mailedLink } from '../../../platform/mail/mailed-link.ts';
import { ownersWithContact } from './account-ports.ts';
import { lockUsers } from './account-repository.ts';
import {
  consumeLink,
  findLink,
  insertLink,
  type Link,
  type LinkPurpose,
} from './link-repository.ts';
import type { EventOrigin } from './security-event-repository.ts';

const lifetimes: Record<LinkPurpose, number> = {
  verify_email: linkLifetimes.verifyEmail,
  recover_password: linkLifetimes.recoverPassword,
  confirm_email_change: linkLifetimes.confirmEmailChange,
  undo_email_change: linkLifetimes.confirmEmailChange + linkLifetimes.undoEmailChange,
  disown_sign_in: linkLifetimes.disownSignIn,
  disown_factor: linkLifetimes.disownFactor,
  cancel_lost_device: factorTimings.lostDevice,
};

/** Creates a link and returns its id. The token exists only in the mail. */
export async function createLink(
  { database, clock, linkTokens }: Context,
  userId: string,
  purpose: LinkPurpose,
  origin: EventOrigin,
  details: Partial<
    Pick<Link, 'email_change_id' | 'browser_digest' | 'sign_up' | 'created_at'>
  > = {},
): Promise<string> {
  const link = linkTokens.create();
  const now = clock.now();
  await insertLink(database, {
    ...link,
    user_id: userId,
    purpose,
    email_change_id: null,
    browser_digest: null,
    sign_up: null,
    asked_address: origin.address,
    asked_user_agent: origin.user_agent,
    expires_at: new Date(now.getTime() + lifetimes[purpose]),
    used_at: null,
    created_at: now,
    ...details,
  });
  return link.id;
}

/** A single-use link. Accounts are always locked before their links. */
export function accountLink(purpose: LinkPurpose): MailedLink<Context, Link> {
  return mailedLink({
    find: async ({ database }: Context, digest) => {
      const link = await findLink(database, { purpose, digest });
      return link?.used_at ? undefined : link;
    },
    expiresAt: ({ expires_at }) => expires_at,
    lock: async (ctx, { user_id, email_change_id }) => {
      // A change of address also updates the contacts of other owners.
      const contactOwners = email_change_id ? await ownersWithContact(ctx)(user_id) : [];
      await lockUsers(ctx.database, [user_id, ...contactOwners]);
    },
    consume: ({ database, clock }, { id }) => consumeLink(database, id, clock.now()),
  });
}

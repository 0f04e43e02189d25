import type {
  describeLinkInput,
  LinkDescription,
  LinkType,
} from '@zavet/contract/identity/account-schemas';
import { parseUserAgent } from '@zavet/contract/identity/user-agent';
import type { z } from 'zod';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { maskEmail, networkOf } from './account-mail-parts.ts';
import { findAccount } from './account-repository.ts';
import { type EmailChange, findEmailChange } from './email-change/email-change-repository.ts';
import { nextEmailChangeState } from './email-change/email-change-rules.ts';
import { findOpenLostDeviceWait } from './factors/lost-device-repository.ts';
import type { Link, LinkPurpose } from './link-repository.ts';
import { accountLink } from './links.ts';
import type { EventOrigin } from './security-event-repository.ts';
import { parseSignUp } from './sign-up/sign-up.ts';

const purposes: Record<LinkType, LinkPurpose> = {
  signup: 'verify_email',
  recovery: 'recover_password',
  email_change: 'confirm_email_change',
  email_undo: 'undo_email_change',
  disown_sign_in: 'disown_sign_in',
  disown_factor: 'disown_factor',
  cancel_lost_device: 'cancel_lost_device',
};

/** Effect and origin of a link. Read-only, because mail programs open links by themselves. */
export async function describeLink(
  ctx: Context,
  { type, token }: z.output<typeof describeLinkInput>,
): Promise<LinkDescription> {
  const { database } = ctx;
  const link = await accountLink(purposes[type]).open(ctx, token);
  const account = await findAccount(database, { id: link.user_id });
  if (!account || (type === 'signup' && account.isVerified)) return fail('link_invalid');
  const change = link.email_change_id
    ? await findEmailChange(database, link.email_change_id)
    : undefined;
  const wait =
    type === 'cancel_lost_device'
      ? await findOpenLostDeviceWait(database, link.user_id)
      : undefined;
  const origin = originOf(link);
  const device = parseUserAgent(origin.user_agent);
  return {
    effect: effectOf(type, change),
    email: maskEmail(change?.old_email ?? account.email),
    new_email: change ? maskEmail(change.new_email) : null,
    asked_at: change?.requested_at ?? wait?.started_at ?? link.created_at,
    network: networkOf(origin.address),
    browser: device.browser ?? null,
    system: device.system ?? null,
    expires_at: link.expires_at,
  };
}

function effectOf(type: LinkType, change: EmailChange | undefined): LinkDescription['effect'] {
  if (type !== 'email_change' && type !== 'email_undo') return type;
  const event = type === 'email_change' ? 'confirm' : 'undo';
  if (!change || !nextEmailChangeState(change.status, event)) return fail('link_invalid');
  if (type === 'email_change') return type;
  return change.status === 'confirmed' ? 'email_undo' : 'email_veto';
}

/** A resent link shows the origin of the sign-up, not of the request to resend it. */
function originOf(link: Link): EventOrigin {
  const signUp = link.sign_up ? parseSignUp(link.sign_up) : undefined;
  return {
    address: signUp?.ip_address ?? link.asked_address,
    user_agent: signUp?.user_agent ?? link.asked_user_agent,
  };
}

import type { Context } from '../../../../context.ts';
import type { MailEnd, MailHeldBack } from '../../../../platform/mail/mail.ts';
import { claimMailAllowance } from '../../../../platform/mail/mail-allowance.ts';
import type { MailRefused } from '../../../../platform/mail/mail-transport.ts';
import { findPerson, type Person } from '../../../identity/account/index.ts';
import type { Contact } from '../contact-repository.ts';
import {
  findInvitedContact,
  type InvitedContact,
  recordBouncedInvitation,
  recordMailState,
} from '../invitation-repository.ts';

const givenUpAfterMs = 7 * 24 * 60 * 60 * 1000;
const fromOneOwner = { max: 60, seconds: 3_600 };

export interface InvitationIds {
  invitation_id: string;
}

interface DueInvitation extends InvitedContact {
  owner: Person;
}

/** An invitation that is still to be mailed, or how long it has to wait for its turn. */
export async function findDueInvitation(
  ctx: Context,
  { invitation_id }: InvitationIds,
): Promise<DueInvitation | MailHeldBack | undefined> {
  const { database, clock } = ctx;
  const invited = await findInvitedContact(database, { id: invitation_id });
  if (!invited || !isWanted(invited, clock.now())) return undefined;
  const wait_seconds = await takeAllowance(ctx, invited.contact);
  if (wait_seconds > 0) return { wait_seconds };
  const owner = await findPerson(database, invited.contact.user_id);
  return owner && { ...invited, owner };
}

/** What becomes of an invitation with its mail, and when it is given up. */
export const invitationOutcome = {
  retry: 'until_final',
  settle: ({ database }: Context, { invitation_id }: InvitationIds, _: unknown, end: MailEnd) =>
    recordMailState(database, invitation_id, end === 'taken' ? 'sent' : 'refused'),
  onBounced: ({ database }: Context, { invitation_id }: InvitationIds) =>
    recordBouncedInvitation(database, invitation_id),
  isFinal: ({ clock }: Context, { permanent }: MailRefused, { invited_at }: { invited_at: Date }) =>
    permanent || clock.now().getTime() - invited_at.getTime() > givenUpAfterMs,
} as const;

/** Not when it was taken before, and not when the contact has answered or the link has ended. */
function isWanted({ invitation, contact }: InvitedContact, now: Date): boolean {
  return (
    invitation.mail_state !== 'sent' && contact.status === 'pending' && invitation.expires_at > now
  );
}

/** Owners may name any address, so it gets only so many invitations, and one owner sends only so many. */
async function takeAllowance(ctx: Context, { email, user_id }: Contact): Promise<number> {
  const wait = await claimMailAllowance(ctx, 'contact_invitation', email);
  return wait > 0
    ? wait
    : claimMailAllowance(ctx, 'contact_invitation_from', user_id, fromOneOwner);
}

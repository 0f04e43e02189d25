import { linkLifetimes } from '@zavet/contract/timings';
import type { Context } from '../../../context.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { codeOf, digestOfCode } from './confirmation-codes.ts';
import { contactInvitation } from './emails/invitation-mail.ts';
import { lateInvitation } from './emails/late-invitation-mail.ts';
import { type Invitation, replaceInvitation } from './invitation-repository.ts';

/** Until then the request itself hands the mail over; the job is for when that fails. */
const jobStartsAfterSeconds = 30;

/**
 * Asks a contact who had not answered when the owner's protocol was activated, in the transaction of
 * that. There is only a link: nobody may be left to be told a code.
 */
export async function issueLateInvitation(
  ctx: Pick<Context, 'database' | 'clock' | 'jobs' | 'linkTokens'>,
  contactId: string,
): Promise<void> {
  const { database, clock, linkTokens } = ctx;
  const { id, digest: link_digest } = linkTokens.create();
  const now = clock.now();
  await replaceInvitation(database, {
    id,
    contact_id: contactId,
    code_digest: null,
    link_digest,
    owner_name: null,
    expires_at: new Date(now.getTime() + linkLifetimes.lateInvitation),
    created_at: now,
  });
  await enqueueMail(ctx, lateInvitation, { invitation_id: id }, { mailId: id });
}

/** Makes the invitation of a contact and orders its mail, in the transaction of what causes it. */
export async function issueInvitation(
  ctx: Context,
  contactId: string,
  ownerName: string | null = null,
): Promise<Invitation> {
  const { database, clock, serviceKey, linkTokens } = ctx;
  const { id, digest: link_digest } = linkTokens.create();
  const now = clock.now();
  const invitation = await replaceInvitation(database, {
    id,
    contact_id: contactId,
    code_digest: digestOfCode(serviceKey, id, codeOf(serviceKey, id)),
    link_digest,
    owner_name: ownerName,
    expires_at: new Date(now.getTime() + linkLifetimes.contactInvitation),
    created_at: now,
  });
  const options = { mailId: id, startAfterSeconds: jobStartsAfterSeconds };
  await enqueueMail(ctx, contactInvitation, { invitation_id: id }, options);
  return invitation;
}

import type { ContactView, InvitationResult } from '@zavet/contract/people/contact-endpoints';

export type InvitationStage = 'none' | 'queued' | 'sent' | 'refused' | 'expired';

/** Where the latest invitation of a contact stands. */
export function invitationStage(
  invitation: ContactView['invitation'],
  nowMs: number,
): InvitationStage {
  if (!invitation) return 'none';
  return Date.parse(invitation.expires_at) <= nowMs ? 'expired' : invitation.mail_state;
}

export type InvitationOutcome =
  | { kind: 'sent' | 'queued' | 'failed'; email: string }
  /** The owner has to pass the code on. */
  | { kind: 'manual'; email: string; code: string };

/** What an owner has to be told about an invitation that was just made. */
export function invitationOutcome(result: InvitationResult): InvitationOutcome {
  const { contact_email: email, confirmation_code: code } = result;
  if (result.sent) return { kind: 'sent', email };
  if (result.manual_sharing_required && code) return { kind: 'manual', email, code };
  return { kind: result.ok ? 'queued' : 'failed', email };
}

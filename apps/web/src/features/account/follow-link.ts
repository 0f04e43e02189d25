import type { SessionView } from '@zavet/contract/account/account-schemas';
import { ApiError, type Client } from '@zavet/contract/client';
import type { MailedLink } from './mailed-link.ts';

export type LinkOutcome =
  /** The address is confirmed and the visitor is signed in. */
  | { kind: 'signed_in' }
  | { kind: 'verified' }
  | { kind: 'verify_failed'; reason: 'expired' | 'failed' | 'exception' | 'invalid' }
  | { kind: 'email_changed'; email: string }
  | { kind: 'email_restored'; email: string }
  | { kind: 'change_failed' | 'undo_failed'; error: unknown };

export interface LinkSurroundings {
  api: Pick<Client, 'verifyEmail' | 'confirmEmailChange' | 'undoEmailChange'>;
  hasSession(): Promise<boolean>;
  signedIn(session: SessionView): void;
}

/** Does what a mailed link asks for and says how it went. */
export async function followLink(link: MailedLink, around: LinkSurroundings): Promise<LinkOutcome> {
  const { type, token } = link;
  if (type === 'signup' && token) return verify(token, around);
  if (type === 'email_change' && token) return confirmChange(token, around);
  if (type === 'email_undo' && token) return undoChange(token, around);
  if (link.hasAccessToken && (await around.hasSession())) return { kind: 'signed_in' };
  return { kind: 'verify_failed', reason: 'invalid' };
}

async function verify(token: string, around: LinkSurroundings): Promise<LinkOutcome> {
  try {
    const { session } = await around.api.verifyEmail({ body: { token } });
    if (!session) return { kind: 'verified' };
    around.signedIn(session);
    return { kind: 'signed_in' };
  } catch (error) {
    if (!(error instanceof ApiError)) return { kind: 'verify_failed', reason: 'exception' };
    // Opened twice: the first visit has used up the link and signed in.
    if (await around.hasSession()) return { kind: 'signed_in' };
    const reason = error.code === 'link_expired' ? 'expired' : 'failed';
    return { kind: 'verify_failed', reason };
  }
}

async function confirmChange(token: string, around: LinkSurroundings): Promise<LinkOutcome> {
  try {
    const { user_email } = await around.api.confirmEmailChange({ body: { token } });
    return { kind: 'email_changed', email: user_email };
  } catch (error) {
    return { kind: 'change_failed', error };
  }
}

async function undoChange(token: string, around: LinkSurroundings): Promise<LinkOutcome> {
  try {
    const { user_email } = await around.api.undoEmailChange({ body: { token } });
    return { kind: 'email_restored', email: user_email };
  } catch (error) {
    return { kind: 'undo_failed', error };
  }
}

import type { SessionView } from '@zavet/contract/account/account-schemas';
import { ApiError, type Client } from '@zavet/contract/client';
import { type Clock, retry } from '../session/retry.ts';
import { isPassingFailure } from '../session/session-rules.ts';
import type { MailedLink } from './mailed-link.ts';

/** How long a link is tried again by itself, in milliseconds; then the visitor decides. */
const retryFor = 4_000;

export type LinkOutcome =
  /** The address is confirmed and the visitor is signed in. */
  | { kind: 'signed_in' }
  | { kind: 'verified' }
  | {
      kind: 'verify_failed';
      reason: 'expired' | 'failed' | 'exception' | 'invalid';
      /** The link itself may still be good. */
      isPassing: boolean;
    }
  | { kind: 'email_changed'; email: string }
  | { kind: 'email_restored'; email: string }
  | { kind: 'change_failed' | 'undo_failed'; error: unknown; isPassing: boolean };

export interface LinkSurroundings {
  api: Pick<Client, 'verifyEmail' | 'confirmEmailChange' | 'undoEmailChange'>;
  clock: Clock;
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
  return { kind: 'verify_failed', reason: 'invalid', isPassing: false };
}

async function verify(token: string, around: LinkSurroundings): Promise<LinkOutcome> {
  try {
    const { session } = await retry(
      () => around.api.verifyEmail({ body: { token } }),
      retryFor,
      around.clock,
    );
    if (!session) return { kind: 'verified' };
    around.signedIn(session);
    return { kind: 'signed_in' };
  } catch (error) {
    const isPassing = isPassingFailure(error);
    if (!(error instanceof ApiError)) {
      return { kind: 'verify_failed', reason: 'exception', isPassing };
    }
    // Opened twice: the first visit has used up the link and signed in.
    if (await around.hasSession()) return { kind: 'signed_in' };
    const reason = error.code === 'link_expired' ? 'expired' : 'failed';
    return { kind: 'verify_failed', reason, isPassing };
  }
}

async function confirmChange(token: string, around: LinkSurroundings): Promise<LinkOutcome> {
  try {
    const { user_email } = await retry(
      () => around.api.confirmEmailChange({ body: { token } }),
      retryFor,
      around.clock,
    );
    return { kind: 'email_changed', email: user_email };
  } catch (error) {
    return { kind: 'change_failed', error, isPassing: isPassingFailure(error) };
  }
}

async function undoChange(token: string, around: LinkSurroundings): Promise<LinkOutcome> {
  try {
    const { user_email } = await retry(
      () => around.api.undoEmailChange({ body: { token } }),
      retryFor,
      around.clock,
    );
    return { kind: 'email_restored', email: user_email };
  } catch (error) {
    return { kind: 'undo_failed', error, isPassing: isPassingFailure(error) };
  }
}

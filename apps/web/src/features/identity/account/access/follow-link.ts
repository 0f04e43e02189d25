import { ApiError, type Client } from '@zavet/contract/client';
import type { LinkDescription, SessionView } from '@zavet/contract/identity/account-schemas';
import { type Clock, isPassingFailure, retry } from '../../../../platform/client/retry-policy.ts';
import type { MailedLink } from '../public/mailed-link.ts';

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
  /** The token chooses a new password. */
  | { kind: 'disowned'; recoveryToken: string }
  | { kind: 'lost_device_stopped' }
  | {
      kind: 'change_failed' | 'undo_failed' | 'disown_failed' | 'stop_failed';
      error: unknown;
      isPassing: boolean;
    };

export interface LinkContext {
  api: Pick<
    Client,
    | 'describeLink'
    | 'verifyEmail'
    | 'confirmEmailChange'
    | 'undoEmailChange'
    | 'disownSignIn'
    | 'disownFactor'
    | 'stopLostDevice'
  >;
  clock: Clock;
  hasSession(): Promise<boolean>;
  signedIn(session: SessionView): void;
}

/** The kinds of links that /verify has a button for. */
const verifyTypes = [
  'signup',
  'email_change',
  'email_undo',
  'disown_sign_in',
  'disown_factor',
  'stop_lost_device',
] as const;
type VerifyType = (typeof verifyTypes)[number];
type KnownLink = { type: VerifyType; token: string };

/** Asks what a link will do. Nothing happens yet; a link that cannot do anything has its outcome. */
export async function previewLink(
  link: MailedLink,
  around: LinkContext,
): Promise<{ kind: 'described'; description: LinkDescription } | LinkOutcome> {
  const known = knownLink(link);
  if (known) {
    return attempt(known, around, async () => ({
      kind: 'described',
      description: await around.api.describeLink({ body: known }),
    }));
  }
  if (link.hasAccessToken && (await around.hasSession())) return { kind: 'signed_in' };
  return { kind: 'verify_failed', reason: 'invalid', isPassing: false };
}

/** Does what a mailed link asks for and says how it went. */
export async function followLink(link: MailedLink, around: LinkContext): Promise<LinkOutcome> {
  const known = knownLink(link);
  if (!known) return { kind: 'verify_failed', reason: 'invalid', isPassing: false };
  return attempt(known, around, () => use(known, around));
}

async function use({ type, token }: KnownLink, around: LinkContext): Promise<LinkOutcome> {
  const input = { body: { token } };
  switch (type) {
    case 'signup': {
      const { session } = await around.api.verifyEmail(input);
      if (!session) return { kind: 'verified' };
      around.signedIn(session);
      return { kind: 'signed_in' };
    }
    case 'email_change': {
      const { user_email } = await around.api.confirmEmailChange(input);
      return { kind: 'email_changed', email: user_email };
    }
    case 'email_undo': {
      const { user_email } = await around.api.undoEmailChange(input);
      return { kind: 'email_restored', email: user_email };
    }
    case 'disown_sign_in': {
      const { recovery_token } = await around.api.disownSignIn(input);
      return { kind: 'disowned', recoveryToken: recovery_token };
    }
    case 'disown_factor': {
      const { recovery_token } = await around.api.disownFactor(input);
      return { kind: 'disowned', recoveryToken: recovery_token };
    }
    case 'stop_lost_device':
      await around.api.stopLostDevice(input);
      return { kind: 'lost_device_stopped' };
  }
}

async function attempt<Result>(
  { type }: KnownLink,
  around: LinkContext,
  run: () => Promise<Result>,
): Promise<Result | LinkOutcome> {
  try {
    return await retry(run, retryFor, around.clock);
  } catch (error) {
    const isPassing = isPassingFailure(error);
    if (type === 'email_change') return { kind: 'change_failed', error, isPassing };
    if (type === 'email_undo') return { kind: 'undo_failed', error, isPassing };
    if (type === 'stop_lost_device') return { kind: 'stop_failed', error, isPassing };
    if (type === 'disown_sign_in' || type === 'disown_factor')
      return { kind: 'disown_failed', error, isPassing };
    return verifyFailure(error, isPassing, around);
  }
}

async function verifyFailure(
  error: unknown,
  isPassing: boolean,
  around: LinkContext,
): Promise<LinkOutcome> {
  if (!(error instanceof ApiError)) {
    return { kind: 'verify_failed', reason: 'exception', isPassing };
  }
  // Used twice: the first time has used up the link and signed in.
  if (await around.hasSession()) return { kind: 'signed_in' };
  const reason = error.code === 'link_expired' ? 'expired' : 'failed';
  return { kind: 'verify_failed', reason, isPassing };
}

function knownLink({ type, token }: MailedLink): KnownLink | undefined {
  const known = verifyTypes.find((one) => one === type);
  return known && token ? { type: known, token } : undefined;
}

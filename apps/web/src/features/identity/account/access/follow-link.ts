import { ApiError, type Client } from '@zavet/contract/client';
import type { LinkDescription, SessionView } from '@zavet/contract/identity/account-schemas';
import { type Clock, isTransientFailure, retry } from '../../../../platform/client/retry-policy.ts';
import type { MailedLink } from '../public/mailed-link.ts';

/** Automatic retries end after this time; then the visitor can retry with a button. */
const retryForMs = 4_000;

export type LinkOutcome =
  /** The address is confirmed, and the visitor is signed in. */
  | { kind: 'signed_in' }
  | { kind: 'verified' }
  | {
      kind: 'verify_failed';
      reason: 'expired' | 'failed' | 'exception' | 'invalid';
      /** The link itself may still be valid. */
      isTransient: boolean;
    }
  | { kind: 'email_changed'; email: string }
  | { kind: 'email_restored'; email: string }
  /** Token for setting a new password. */
  | { kind: 'disowned'; recoveryToken: string }
  | { kind: 'lost_device_cancelled' }
  | {
      kind: 'change_failed' | 'undo_failed' | 'disown_failed' | 'stop_failed';
      error: unknown;
      isTransient: boolean;
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
    | 'cancelLostDevice'
  >;
  clock: Clock;
  hasSession(): Promise<boolean>;
  onSignedIn(session: SessionView): void;
}

/** Link types that /verify confirms with a button. */
const verifyTypes = [
  'signup',
  'email_change',
  'email_undo',
  'disown_sign_in',
  'disown_factor',
  'cancel_lost_device',
] as const;
type VerifyType = (typeof verifyTypes)[number];
type VerifyLink = { type: VerifyType; token: string };

/** Describes the effect of a link without using it. An unusable link returns its outcome instead. */
export async function previewLink(
  link: MailedLink,
  context: LinkContext,
): Promise<{ kind: 'described'; description: LinkDescription } | LinkOutcome> {
  const verifyLink = verifyLinkOf(link);
  if (verifyLink) {
    return attempt(verifyLink, context, async () => ({
      kind: 'described',
      description: await context.api.describeLink({ body: verifyLink }),
    }));
  }
  if (link.hasAccessToken && (await context.hasSession())) return { kind: 'signed_in' };
  return { kind: 'verify_failed', reason: 'invalid', isTransient: false };
}

export async function followLink(link: MailedLink, context: LinkContext): Promise<LinkOutcome> {
  const verifyLink = verifyLinkOf(link);
  if (!verifyLink) return { kind: 'verify_failed', reason: 'invalid', isTransient: false };
  return attempt(verifyLink, context, () => performAction(verifyLink, context));
}

async function performAction(
  { type, token }: VerifyLink,
  context: LinkContext,
): Promise<LinkOutcome> {
  const input = { body: { token } };
  switch (type) {
    case 'signup': {
      const { session } = await context.api.verifyEmail(input);
      if (!session) return { kind: 'verified' };
      context.onSignedIn(session);
      return { kind: 'signed_in' };
    }
    case 'email_change': {
      const { user_email } = await context.api.confirmEmailChange(input);
      return { kind: 'email_changed', email: user_email };
    }
    case 'email_undo': {
      const { user_email } = await context.api.undoEmailChange(input);
      return { kind: 'email_restored', email: user_email };
    }
    case 'disown_sign_in': {
      const { recovery_token } = await context.api.disownSignIn(input);
      return { kind: 'disowned', recoveryToken: recovery_token };
    }
    case 'disown_factor': {
      const { recovery_token } = await context.api.disownFactor(input);
      return { kind: 'disowned', recoveryToken: recovery_token };
    }
    case 'cancel_lost_device':
      await context.api.cancelLostDevice(input);
      return { kind: 'lost_device_cancelled' };
  }
}

async function attempt<Result>(
  { type }: VerifyLink,
  context: LinkContext,
  run: () => Promise<Result>,
): Promise<Result | LinkOutcome> {
  try {
    return await retry(run, retryForMs, context.clock);
  } catch (error) {
    const isTransient = isTransientFailure(error);
    if (type === 'email_change') return { kind: 'change_failed', error, isTransient };
    if (type === 'email_undo') return { kind: 'undo_failed', error, isTransient };
    if (type === 'cancel_lost_device') return { kind: 'stop_failed', error, isTransient };
    if (type === 'disown_sign_in' || type === 'disown_factor')
      return { kind: 'disown_failed', error, isTransient };
    return verifyFailure(error, isTransient, context);
  }
}

async function verifyFailure(
  error: unknown,
  isTransient: boolean,
  context: LinkContext,
): Promise<LinkOutcome> {
  if (!(error instanceof ApiError)) {
    return { kind: 'verify_failed', reason: 'exception', isTransient };
  }
  // The link was used before, and its first use signed the visitor in.
  if (await context.hasSession()) return { kind: 'signed_in' };
  const reason = error.code === 'link_expired' ? 'expired' : 'failed';
  return { kind: 'verify_failed', reason, isTransient };
}

function verifyLinkOf({ type, token }: MailedLink): VerifyLink | undefined {
  const verifyType = verifyTypes.find((known) => known === type);
  return verifyType && token ? { type: verifyType, token } : undefined;
}

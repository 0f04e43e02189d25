import { accountEndpoints } from '@zavet/contract/identity/account-endpoints';
import type { SecurityEventView } from '@zavet/contract/identity/account-schemas';
import { factorEndpoints } from '@zavet/contract/identity/factor-endpoints';
import { kindsOfGroup, type SecurityEventGroup } from '@zavet/contract/identity/security-events';
import { profileEndpoints, sessionEndpoints } from '@zavet/contract/identity/session-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { deleteAccount } from './delete-account.ts';
import { describeLink } from './describe-link.ts';
import {
  confirmEmailChange,
  requestEmailChange,
  undoEmailChange,
  withdrawEmailChange,
} from './email-change/email-change.ts';
import { beginPasskeySignIn, signInWithPasskey, completeSecondStep } from './factors/factor-sign-in.ts';
import { readFactors, renewRecoveryCodes } from './factors/factors.ts';
import { reportLostDevice, stopLostDevice } from './factors/lost-device.ts';
import { beginCodes, confirmCodes, removeCodes } from './factors/one-time-codes.ts';
import {
  addPasskey,
  beginPasskey,
  beginPasskeyProof,
  removePasskey,
  renamePasskey,
} from './factors/passkeys.ts';
import { changePassword, resetPassword } from './passwords/change-password.ts';
import { removePin, setPin } from './profile/emergency-pin.ts';
import {
  getProfile,
  updateBasicInfo,
  updateContactInfo,
  updatePreferredLanguage,
} from './profile/profile.ts';
import { listSecurityEvents } from './security-event-repository.ts';
import { disownByLink, disownLoggedSignIn } from './sessions/disown.ts';
import { proveSession } from './sessions/prove-session.ts';
import {
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  refreshSession,
  signOut,
} from './sessions/sessions.ts';
import { signIn } from './sessions/sign-in.ts';
import {
  requestRecoveryMail,
  requestSignUp,
  requestVerificationMail,
} from './sign-up/account-requests.ts';
import { verifyEmail } from './sign-up/sign-up.ts';

const pageSize = 20;

export function accountRoutes(ctx: Context): Route[] {
  return [
    route(accountEndpoints.signUp, async ({ body, caller, cookies }) => {
      await requestSignUp(ctx, body, caller, cookies);
      return {};
    }),
    route(accountEndpoints.resendVerification, async ({ body, caller, cookies }) => {
      await requestVerificationMail(ctx, body.email, caller, cookies);
      return {};
    }),
    route(accountEndpoints.verifyEmail, async ({ body, caller, cookies }) => ({
      session: await verifyEmail(ctx, body.token, caller, cookies),
    })),
    route(accountEndpoints.recover, async ({ body, caller }) => {
      await requestRecoveryMail(ctx, body.email, caller);
      return {};
    }),
    route(accountEndpoints.describeLink, ({ body }) => describeLink(ctx, body)),
    route(accountEndpoints.resetPassword, async ({ body, caller, cookies }) => {
      await resetPassword(ctx, body, caller, cookies);
      return {};
    }),
    route(accountEndpoints.changePassword, async ({ owner, body, caller, cookies }) => {
      await changePassword(ctx, owner, body, caller, cookies);
      return {};
    }),
    route(accountEndpoints.requestEmailChange, async ({ owner, body, caller }) => {
      await requestEmailChange(ctx, owner, body, caller);
      return {};
    }),
    route(accountEndpoints.confirmEmailChange, async ({ body, caller }) => ({
      user_email: await confirmEmailChange(ctx, body.token, caller),
    })),
    route(accountEndpoints.undoEmailChange, async ({ body, caller }) => ({
      user_email: await undoEmailChange(ctx, body.token, caller),
    })),
    route(accountEndpoints.withdrawEmailChange, async ({ owner, caller }) => {
      await withdrawEmailChange(ctx, owner, caller);
      return {};
    }),
    route(accountEndpoints.disownSignIn, async ({ body, caller }) => ({
      recovery_token: await disownByLink(ctx, 'disown_sign_in', body.token, caller),
    })),
    route(accountEndpoints.setPin, async ({ owner, body, caller }) => {
      await setPin(ctx, owner, body, caller);
      return {};
    }),
    route(accountEndpoints.removePin, async ({ owner, body, caller }) => {
      await removePin(ctx, owner, body, caller);
      return {};
    }),
    route(accountEndpoints.deleteAccount, async ({ owner, body, caller, cookies }) => {
      await deleteAccount(ctx, owner, body, caller, cookies);
      return { success: true as const };
    }),
    route(accountEndpoints.listSecurityEvents, ({ owner, query }) =>
      readSecurityEvents(ctx, owner.user_id, query),
    ),
    route(accountEndpoints.disownLoggedSignIn, async ({ owner, params, caller, cookies }) => ({
      recovery_token: await disownLoggedSignIn(ctx, owner, params.id, caller, cookies),
    })),
  ];
}

export function sessionRoutes(ctx: Context): Route[] {
  return [
    route(sessionEndpoints.signIn, ({ body, caller, cookies }) =>
      signIn(ctx, body, caller, cookies),
    ),
    route(sessionEndpoints.getSession, async ({ cookies }) => ({
      session: await getSession(ctx, cookies),
    })),
    route(sessionEndpoints.refreshSession, async ({ cookies }) => ({
      session: await refreshSession(ctx, cookies),
    })),
    route(sessionEndpoints.proveSession, async ({ owner, body, caller }) => {
      await proveSession(ctx, owner, body, caller);
      return {};
    }),
    route(sessionEndpoints.signOut, async ({ caller, cookies }) => {
      await signOut(ctx, caller, cookies);
      return {};
    }),
    route(sessionEndpoints.listSessions, async ({ owner }) => ({
      sessions: await listSessions(ctx, owner),
    })),
    route(sessionEndpoints.endSession, async ({ owner, params, caller }) => {
      await endSession(ctx, owner, params.id, caller);
      return {};
    }),
    route(sessionEndpoints.endOtherSessions, async ({ owner, caller }) => ({
      ended: await endOtherSessions(ctx, owner, caller),
    })),
  ];
}

export function profileRoutes(ctx: Context): Route[] {
  return [
    route(profileEndpoints.getProfile, ({ owner }) => getProfile(ctx, owner.user_id)),
    route(profileEndpoints.updateBasicInfo, ({ owner, body }) =>
      updateBasicInfo(ctx, owner.user_id, body),
    ),
    route(profileEndpoints.updateContactInfo, ({ owner, body }) =>
      updateContactInfo(ctx, owner.user_id, body),
    ),
    route(profileEndpoints.updatePreferredLanguage, ({ owner, body }) =>
      updatePreferredLanguage(ctx, owner.user_id, body.preferred_language),
    ),
  ];
}

export function factorRoutes(ctx: Context): Route[] {
  return [
    route(factorEndpoints.getFactors, ({ owner }) => readFactors(ctx, owner)),
    route(factorEndpoints.beginPasskey, ({ owner, caller }) => beginPasskey(ctx, owner, caller)),
    route(factorEndpoints.addPasskey, async ({ owner, body, caller }) => ({
      recovery_codes: await addPasskey(ctx, owner, body, caller),
    })),
    route(factorEndpoints.renamePasskey, async ({ owner, params, body, caller }) => {
      await renamePasskey(ctx, owner, { ...params, ...body }, caller);
      return {};
    }),
    route(factorEndpoints.removePasskey, async ({ owner, params, caller }) => {
      await removePasskey(ctx, owner, params.id, caller);
      return {};
    }),
    route(factorEndpoints.beginCodes, ({ owner, caller }) => beginCodes(ctx, owner, caller)),
    route(factorEndpoints.confirmCodes, async ({ owner, body, caller }) => ({
      recovery_codes: await confirmCodes(ctx, owner, body.code, caller),
    })),
    route(factorEndpoints.removeCodes, async ({ owner, caller }) => {
      await removeCodes(ctx, owner, caller);
      return {};
    }),
    route(factorEndpoints.makeRecoveryCodes, async ({ owner, caller }) => ({
      recovery_codes: await renewRecoveryCodes(ctx, owner, caller),
    })),
    route(factorEndpoints.disownFactor, async ({ body, caller }) => ({
      recovery_token: await disownByLink(ctx, 'disown_factor', body.token, caller),
    })),
    route(factorEndpoints.beginPasskeySignIn, ({ cookies }) => beginPasskeySignIn(ctx, cookies)),
    route(factorEndpoints.signInWithPasskey, ({ body, caller, cookies }) =>
      signInWithPasskey(ctx, body.passkey, caller, cookies),
    ),
    route(factorEndpoints.completeSecondStep, ({ body, caller, cookies }) =>
      completeSecondStep(ctx, body, caller, cookies),
    ),
    route(factorEndpoints.reportLostDevice, async ({ caller, cookies }) => ({
      ends_at: await reportLostDevice(ctx, caller, cookies),
    })),
    route(factorEndpoints.stopLostDevice, async ({ body, caller }) => {
      await stopLostDevice(ctx, body.token, caller);
      return {};
    }),
    route(factorEndpoints.beginPasskeyProof, ({ owner }) => beginPasskeyProof(ctx, owner)),
  ];
}

/** A page of what happened in an account, newest first. */
async function readSecurityEvents(
  { database }: Context,
  userId: string,
  { group, after }: { group?: SecurityEventGroup | undefined; after?: string | undefined },
): Promise<{ events: SecurityEventView[]; next: string | null }> {
  const kinds = group && kindsOfGroup(group);
  const found = await listSecurityEvents(database, userId, { kinds, after, limit: pageSize + 1 });
  const rows = found.slice(0, pageSize);
  const hasMore = found.length > pageSize;
  return {
    events: rows,
    next: (hasMore && rows.at(-1)?.id) || null,
  };
}

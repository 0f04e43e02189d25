import { accountEndpoints } from '@zavet/contract/identity/account-endpoints';
import type { SecurityLogEntry } from '@zavet/contract/identity/account-schemas';
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
import {
  completeSecondStep,
  signInWithPasskey,
  startPasskeySignIn,
} from './factors/factor-sign-in.ts';
import { readFactors, renewRecoveryCodes } from './factors/factors.ts';
import { cancelLostDevice, reportLostDevice } from './factors/lost-device.ts';
import { confirmCodes, removeCodes, startCodeSetup } from './factors/one-time-codes.ts';
import {
  addPasskey,
  removePasskey,
  renamePasskey,
  startPasskeyCreation,
  startPasskeyProof,
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

const noContent = async (work: Promise<void>) => {
  await work;
  return {};
};

export function accountRoutes(ctx: Context): Route[] {
  return [
    route(accountEndpoints.signUp, ({ body, caller, cookies }) =>
      noContent(requestSignUp(ctx, body, caller, cookies)),
    ),
    route(accountEndpoints.resendVerification, ({ body, caller, cookies }) =>
      noContent(requestVerificationMail(ctx, body.email, caller, cookies)),
    ),
    route(accountEndpoints.verifyEmail, async ({ body, caller, cookies }) => ({
      session: await verifyEmail(ctx, body.token, caller, cookies),
    })),
    route(accountEndpoints.recover, ({ body, caller }) =>
      noContent(requestRecoveryMail(ctx, body.email, caller)),
    ),
    route(accountEndpoints.describeLink, ({ body }) => describeLink(ctx, body)),
    route(accountEndpoints.resetPassword, ({ body, caller, cookies }) =>
      noContent(resetPassword(ctx, body, caller, cookies)),
    ),
    route(accountEndpoints.changePassword, ({ owner, body, caller, cookies }) =>
      noContent(changePassword(ctx, owner, body, caller, cookies)),
    ),
    route(accountEndpoints.requestEmailChange, ({ owner, body, caller }) =>
      noContent(requestEmailChange(ctx, owner, body, caller)),
    ),
    route(accountEndpoints.confirmEmailChange, async ({ body, caller }) => ({
      user_email: await confirmEmailChange(ctx, body.token, caller),
    })),
    route(accountEndpoints.undoEmailChange, async ({ body, caller }) => ({
      user_email: await undoEmailChange(ctx, body.token, caller),
    })),
    route(accountEndpoints.withdrawEmailChange, ({ owner, caller }) =>
      noContent(withdrawEmailChange(ctx, owner, caller)),
    ),
    route(accountEndpoints.disownSignIn, async ({ body, caller }) => ({
      recovery_token: await disownByLink(ctx, 'disown_sign_in', body.token, caller),
    })),
    route(accountEndpoints.setPin, ({ owner, body, caller }) =>
      noContent(setPin(ctx, owner, body, caller)),
    ),
    route(accountEndpoints.removePin, ({ owner, body, caller }) =>
      noContent(removePin(ctx, owner, body, caller)),
    ),
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
    route(sessionEndpoints.proveSession, ({ owner, body, caller }) =>
      noContent(proveSession(ctx, owner, body, caller)),
    ),
    route(sessionEndpoints.signOut, ({ caller, cookies }) =>
      noContent(signOut(ctx, caller, cookies)),
    ),
    route(sessionEndpoints.listSessions, async ({ owner }) => ({
      sessions: await listSessions(ctx, owner),
    })),
    route(sessionEndpoints.endSession, ({ owner, params, caller }) =>
      noContent(endSession(ctx, owner, params.id, caller)),
    ),
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
    route(factorEndpoints.startPasskeyCreation, ({ owner, caller }) =>
      startPasskeyCreation(ctx, owner, caller),
    ),
    route(factorEndpoints.addPasskey, async ({ owner, body, caller }) => ({
      recovery_codes: await addPasskey(ctx, owner, body, caller),
    })),
    route(factorEndpoints.renamePasskey, ({ owner, params, body, caller }) =>
      noContent(renamePasskey(ctx, owner, { ...params, ...body }, caller)),
    ),
    route(factorEndpoints.removePasskey, ({ owner, params, caller }) =>
      noContent(removePasskey(ctx, owner, params.id, caller)),
    ),
    route(factorEndpoints.startCodeSetup, ({ owner, caller }) =>
      startCodeSetup(ctx, owner, caller),
    ),
    route(factorEndpoints.confirmCodes, async ({ owner, body, caller }) => ({
      recovery_codes: await confirmCodes(ctx, owner, body.code, caller),
    })),
    route(factorEndpoints.removeCodes, ({ owner, caller }) =>
      noContent(removeCodes(ctx, owner, caller)),
    ),
    route(factorEndpoints.makeRecoveryCodes, async ({ owner, caller }) => ({
      recovery_codes: await renewRecoveryCodes(ctx, owner, caller),
    })),
    route(factorEndpoints.disownFactor, async ({ body, caller }) => ({
      recovery_token: await disownByLink(ctx, 'disown_factor', body.token, caller),
    })),
    route(factorEndpoints.startPasskeySignIn, ({ cookies }) => startPasskeySignIn(ctx, cookies)),
    route(factorEndpoints.signInWithPasskey, ({ body, caller, cookies }) =>
      signInWithPasskey(ctx, body.passkey, caller, cookies),
    ),
    route(factorEndpoints.completeSecondStep, ({ body, caller, cookies }) =>
      completeSecondStep(ctx, body, caller, cookies),
    ),
    route(factorEndpoints.reportLostDevice, async ({ caller, cookies }) => ({
      ends_at: await reportLostDevice(ctx, caller, cookies),
    })),
    route(factorEndpoints.cancelLostDevice, ({ body, caller }) =>
      noContent(cancelLostDevice(ctx, body.token, caller)),
    ),
    route(factorEndpoints.startPasskeyProof, ({ owner }) => startPasskeyProof(ctx, owner)),
  ];
}

async function readSecurityEvents(
  { database }: Context,
  userId: string,
  { group, after }: { group?: SecurityEventGroup | undefined; after?: string | undefined },
): Promise<{ events: SecurityLogEntry[]; next: string | null }> {
  const kinds = group && kindsOfGroup(group);
  const found = await listSecurityEvents(database, userId, { kinds, after, limit: pageSize + 1 });
  const events = found.slice(0, pageSize);
  const isLastPage = found.length <= pageSize;
  return { events, next: (!isLastPage && events.at(-1)?.oldest_id) || null };
}

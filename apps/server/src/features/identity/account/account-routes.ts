import { accountEndpoints } from '@zavet/contract/account/account-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { requestRecoveryMail, requestSignUp, requestVerificationMail } from './account-requests.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { describeLink } from './describe-link.ts';
import { disownLoggedSignIn } from './disown-logged-sign-in.ts';
import { disownSignIn } from './disown-sign-in.ts';
import { removePin, setPin } from './emergency-pin.ts';
import { readSecurityEvents } from './read-security-events.ts';
import { resetPassword } from './recover-password.ts';
import { requestEmailChange } from './request-email-change.ts';
import { confirmEmailChange, undoEmailChange } from './settle-email-change.ts';
import { verifyEmail } from './verify-email.ts';
import { withdrawEmailChange } from './withdraw-email-change.ts';

export function accountRoutes(deps: AccountDeps): Route[] {
  return [
    route(accountEndpoints.signUp, async ({ body, caller, cookies }) => {
      await requestSignUp(deps, body, caller, cookies);
      return {};
    }),
    route(accountEndpoints.resendVerification, async ({ body, caller, cookies }) => {
      await requestVerificationMail(deps, body.email, caller, cookies);
      return {};
    }),
    route(accountEndpoints.verifyEmail, async ({ body, caller, cookies }) => ({
      session: await verifyEmail(deps, body.token, caller, cookies),
    })),
    route(accountEndpoints.recover, async ({ body, caller }) => {
      await requestRecoveryMail(deps, body.email, caller);
      return {};
    }),
    route(accountEndpoints.describeLink, ({ body }) => describeLink(deps, body)),
    route(accountEndpoints.resetPassword, async ({ body, caller, cookies }) => {
      await resetPassword(deps, body, caller, cookies);
      return {};
    }),
    route(accountEndpoints.changePassword, async ({ owner, body, caller, cookies }) => {
      await changePassword(deps, owner, body, caller, cookies);
      return {};
    }),
    route(accountEndpoints.requestEmailChange, async ({ owner, body, caller }) => {
      await requestEmailChange(deps, owner, body, caller);
      return {};
    }),
    route(accountEndpoints.confirmEmailChange, async ({ body, caller }) => ({
      user_email: await confirmEmailChange(deps, body.token, caller),
    })),
    route(accountEndpoints.undoEmailChange, async ({ body, caller }) => ({
      user_email: await undoEmailChange(deps, body.token, caller),
    })),
    route(accountEndpoints.withdrawEmailChange, async ({ owner, caller }) => {
      await withdrawEmailChange(deps, owner, caller);
      return {};
    }),
    route(accountEndpoints.disownSignIn, async ({ body, caller }) => ({
      recovery_token: await disownSignIn(deps, body.token, caller),
    })),
    route(accountEndpoints.setPin, async ({ owner, body, caller }) => {
      await setPin(deps, owner, body, caller);
      return {};
    }),
    route(accountEndpoints.removePin, async ({ owner, body, caller }) => {
      await removePin(deps, owner, body, caller);
      return {};
    }),
    route(accountEndpoints.deleteAccount, async ({ owner, body, caller, cookies }) => {
      await deleteAccount(deps, owner, body, caller, cookies);
      return { success: true as const };
    }),
    route(accountEndpoints.listSecurityEvents, ({ owner, query }) =>
      readSecurityEvents(deps, owner.user_id, query),
    ),
    route(accountEndpoints.disownLoggedSignIn, async ({ owner, params, caller, cookies }) => ({
      recovery_token: await disownLoggedSignIn(deps, owner, params.id, caller, cookies),
    })),
  ];
}

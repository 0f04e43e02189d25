import { accountEndpoints } from '@zavet/contract/account/account-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { requestRecoveryMail, requestSignUp, requestVerificationMail } from './account-requests.ts';
import { changePassword } from './change-password.ts';
import { deleteAccount } from './delete-account.ts';
import { describeLink } from './describe-link.ts';
import { disownByLink, disownLoggedSignIn } from './disown.ts';
import { removePin, setPin } from './emergency-pin.ts';
import { readSecurityEvents } from './read-security-events.ts';
import { resetPassword } from './recover-password.ts';
import { requestEmailChange } from './request-email-change.ts';
import { confirmEmailChange, undoEmailChange } from './settle-email-change.ts';
import { verifyEmail } from './verify-email.ts';
import { withdrawEmailChange } from './withdraw-email-change.ts';

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

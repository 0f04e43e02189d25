import { accountDeskEndpoints } from '@zavet/contract/operators/account-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { AccountDeskDeps } from './account-desk-deps.ts';
import { correctOnProof } from './correct-on-proof.ts';
import { endRenewalsAfterDeath } from './end-renewals-after-death.ts';
import { eraseContact } from './erase-contact.ts';
import { grantCustomPlan } from './grant-custom-plan.ts';
import { liftSlowDown } from './lift-slow-down.ts';
import { searchAccounts, viewAccount } from './read-account.ts';
import { refundOnRequest } from './refund-on-request.ts';
import { sendConfirmationAgain } from './send-confirmation-again.ts';
import { deleteSuspendedAccount, liftSuspension, suspendAccount } from './suspend-account.ts';

export function accountDeskRoutes(deps: AccountDeskDeps): Route[] {
  return [
    route(accountDeskEndpoints.searchAccounts, async ({ body }) => ({
      accounts: await searchAccounts(deps, body.email),
    })),
    route(accountDeskEndpoints.getAccount, async ({ owner, params }) => ({
      account: await viewAccount(deps, owner, params.id),
    })),
    route(accountDeskEndpoints.resendConfirmation, async ({ owner, params }) => {
      await sendConfirmationAgain(deps, owner, params.id);
      return {};
    }),
    route(accountDeskEndpoints.liftSlowDown, async ({ owner, params }) => {
      await liftSlowDown(deps, owner, params.id);
      return {};
    }),
    route(accountDeskEndpoints.correctBasicInfo, async ({ owner, params, body }) => {
      const { code: _, ...correction } = body;
      await correctOnProof(deps, owner, params.id, correction);
      return {};
    }),
    route(accountDeskEndpoints.endRenewals, async ({ owner, params, body }) => {
      await endRenewalsAfterDeath(deps, owner, params.id, body.reason);
      return {};
    }),
    route(accountDeskEndpoints.suspendAccount, async ({ owner, params, body }) => {
      await suspendAccount(deps, owner, params.id, body.reason);
      return {};
    }),
    route(accountDeskEndpoints.liftSuspension, async ({ owner, params }) => {
      await liftSuspension(deps, owner, params.id);
      return {};
    }),
    route(accountDeskEndpoints.deleteSuspendedAccount, async ({ owner, params }) => {
      await deleteSuspendedAccount(deps, owner, params.id);
      return {};
    }),
    route(accountDeskEndpoints.grantCustomPlan, async ({ owner, params, body }) => {
      await grantCustomPlan(deps, owner, params.id, body);
      return {};
    }),
    route(accountDeskEndpoints.refundOnRequest, async ({ owner, params, body }) => {
      await refundOnRequest(deps, owner, params.id, body);
      return {};
    }),
    route(accountDeskEndpoints.eraseContact, ({ owner, body }) =>
      eraseContact(deps, owner, body.email),
    ),
  ];
}

import { accountDeskEndpoints } from '@zavet/contract/desk/account-endpoints';
import { auditDeskEndpoints } from '@zavet/contract/identity/audit-endpoints';
import type { Context } from '../../../context.ts';
import { feature } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  correctBasicInfoOnProof,
  eraseContact,
  liftSignInDelay,
  sendConfirmationAgain,
} from './account-acts.ts';
import { accountChangedBySupport } from './account-mails.ts';
import { endRenewalsAfterDeath, grantCustomPlan, refundOnRequest } from './billing-acts.ts';
import { readAudit, searchAccounts, viewAccount } from './read-account.ts';
import { deleteSuspendedAccount, liftSuspension, suspendAccount } from './suspend-account.ts';

export const accountsFeature = feature({
  name: 'desk-accounts',
  routes: accountDeskRoutes,
  mails: [accountChangedBySupport],
});

function accountDeskRoutes(ctx: Context): Route[] {
  return [
    route(auditDeskEndpoints.listAudit, ({ query }) => readAudit(ctx, query)),
    route(accountDeskEndpoints.searchAccounts, async ({ body }) => ({
      accounts: await searchAccounts(ctx, body.email),
    })),
    route(accountDeskEndpoints.getAccount, async ({ owner, params }) => ({
      account: await viewAccount(ctx, owner, params.id),
    })),
    route(accountDeskEndpoints.resendConfirmation, async ({ owner, params }) => {
      await sendConfirmationAgain(ctx, owner, params.id);
      return {};
    }),
    route(accountDeskEndpoints.liftSignInDelay, async ({ owner, params }) => {
      await liftSignInDelay(ctx, owner, params.id);
      return {};
    }),
    route(accountDeskEndpoints.correctBasicInfo, async ({ owner, params, body }) => {
      const { code: _, ...correction } = body;
      await correctBasicInfoOnProof(ctx, owner, params.id, correction);
      return {};
    }),
    route(accountDeskEndpoints.endRenewals, async ({ owner, params, body }) => {
      await endRenewalsAfterDeath(ctx, owner, params.id, body.reason);
      return {};
    }),
    route(accountDeskEndpoints.suspendAccount, async ({ owner, params, body }) => {
      await suspendAccount(ctx, owner, params.id, body.reason);
      return {};
    }),
    route(accountDeskEndpoints.liftSuspension, async ({ owner, params }) => {
      await liftSuspension(ctx, owner, params.id);
      return {};
    }),
    route(accountDeskEndpoints.deleteSuspendedAccount, async ({ owner, params }) => {
      await deleteSuspendedAccount(ctx, owner, params.id);
      return {};
    }),
    route(accountDeskEndpoints.grantCustomPlan, async ({ owner, params, body }) => {
      await grantCustomPlan(ctx, owner, params.id, body);
      return {};
    }),
    route(accountDeskEndpoints.refundOnRequest, async ({ owner, params, body }) => {
      await refundOnRequest(ctx, owner, params.id, body);
      return {};
    }),
    route(accountDeskEndpoints.eraseContact, ({ owner, body }) =>
      eraseContact(ctx, owner, body.email),
    ),
  ];
}

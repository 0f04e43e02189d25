import { profileEndpoints } from '@zavet/contract/account/profile-endpoints';
import { sessionEndpoints } from '@zavet/contract/account/session-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { AccountDeps } from './account-deps.ts';
import { getProfile, updateContactInfo, updatePreferredLanguage } from './profile.ts';
import { proveSession } from './prove-session.ts';
import {
  endOtherSessions,
  endSession,
  getSession,
  listSessions,
  refreshSession,
  signOut,
} from './sessions.ts';
import { signIn } from './sign-in.ts';
import { updateBasicInfo } from './update-basic-info.ts';

export function sessionRoutes(deps: AccountDeps): Route[] {
  return [
    route(sessionEndpoints.signIn, ({ body, caller, cookies }) =>
      signIn(deps, body, caller, cookies),
    ),
    route(sessionEndpoints.getSession, async ({ cookies }) => ({
      session: await getSession(deps, cookies),
    })),
    route(sessionEndpoints.refreshSession, async ({ cookies }) => ({
      session: await refreshSession(deps, cookies),
    })),
    route(sessionEndpoints.proveSession, async ({ owner, body, caller }) => {
      await proveSession(deps, owner, body, caller);
      return {};
    }),
    route(sessionEndpoints.signOut, async ({ caller, cookies }) => {
      await signOut(deps, caller, cookies);
      return {};
    }),
    route(sessionEndpoints.listSessions, async ({ owner }) => ({
      sessions: await listSessions(deps, owner),
    })),
    route(sessionEndpoints.endSession, async ({ owner, params, caller }) => {
      await endSession(deps, owner, params.id, caller);
      return {};
    }),
    route(sessionEndpoints.endOtherSessions, async ({ owner, caller }) => ({
      ended: await endOtherSessions(deps, owner, caller),
    })),
  ];
}

export function profileRoutes(deps: AccountDeps): Route[] {
  return [
    route(profileEndpoints.getProfile, ({ owner }) => getProfile(deps, owner.user_id)),
    route(profileEndpoints.updateBasicInfo, ({ owner, body }) =>
      updateBasicInfo(deps, owner.user_id, body),
    ),
    route(profileEndpoints.updateContactInfo, ({ owner, body }) =>
      updateContactInfo(deps, owner.user_id, body),
    ),
    route(profileEndpoints.updatePreferredLanguage, ({ owner, body }) =>
      updatePreferredLanguage(deps, owner.user_id, body.preferred_language),
    ),
  ];
}

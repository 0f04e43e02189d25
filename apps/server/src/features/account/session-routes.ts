import { profileEndpoints } from '@zavet/contract/account/profile-endpoints';
import { sessionEndpoints } from '@zavet/contract/account/session-endpoints';
import { type Route, route } from '../../platform/http/route.ts';
import type { AccountParts } from './account-parts.ts';
import { getProfile, updateContactInfo, updatePreferredLanguage } from './profile.ts';
import { provePassword } from './prove-password.ts';
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

export function sessionRoutes(parts: AccountParts): Route[] {
  return [
    route(sessionEndpoints.signIn, async ({ body, caller, cookies }) => ({
      session: await signIn(parts, body, caller, cookies),
    })),
    route(sessionEndpoints.getSession, async ({ cookies }) => ({
      session: await getSession(parts, cookies),
    })),
    route(sessionEndpoints.refreshSession, async ({ cookies }) => ({
      session: await refreshSession(parts, cookies),
    })),
    route(sessionEndpoints.proveSession, async ({ owner, body, caller }) => {
      await provePassword(parts, owner, body.current_password, caller);
      return {};
    }),
    route(sessionEndpoints.signOut, async ({ caller, cookies }) => {
      await signOut(parts, caller, cookies);
      return {};
    }),
    route(sessionEndpoints.listSessions, async ({ owner }) => ({
      sessions: await listSessions(parts, owner),
    })),
    route(sessionEndpoints.endSession, async ({ owner, params, caller }) => {
      await endSession(parts, owner, params.id, caller);
      return {};
    }),
    route(sessionEndpoints.endOtherSessions, async ({ owner, caller }) => ({
      ended: await endOtherSessions(parts, owner, caller),
    })),
  ];
}

export function profileRoutes(parts: AccountParts): Route[] {
  return [
    route(profileEndpoints.getProfile, ({ owner }) => getProfile(parts, owner.user_id)),
    route(profileEndpoints.updateBasicInfo, ({ owner, body }) =>
      updateBasicInfo(parts, owner.user_id, body),
    ),
    route(profileEndpoints.updateContactInfo, ({ owner, body }) =>
      updateContactInfo(parts, owner.user_id, body),
    ),
    route(profileEndpoints.updatePreferredLanguage, ({ owner, body }) =>
      updatePreferredLanguage(parts, owner.user_id, body.preferred_language),
    ),
  ];
}

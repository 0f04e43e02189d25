import { profileEndpoints } from '@zavet/contract/account/profile-endpoints';
import { sessionEndpoints } from '@zavet/contract/account/session-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
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

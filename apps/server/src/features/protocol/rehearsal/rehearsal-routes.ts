import { rehearsalEndpoints } from '@zavet/contract/rehearsal/rehearsal-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  answerRehearsal,
  openRehearsal,
  skipRehearsalPin,
  tryRehearsalPin,
} from './answer-rehearsal.ts';
import { endRehearsal } from './end-early.ts';
import { readRehearsals } from './read-rehearsals.ts';
import { startRehearsal } from './start-rehearsal.ts';

export function rehearsalRoutes(ctx: Context): Route[] {
  return [
    route(rehearsalEndpoints.getRehearsals, ({ owner }) => readRehearsals(ctx, owner.user_id)),
    route(rehearsalEndpoints.startRehearsal, ({ owner, body, caller }) =>
      startRehearsal(ctx, owner, body.mails_recipients, caller),
    ),
    route(rehearsalEndpoints.endRehearsal, ({ owner, caller }) => endRehearsal(ctx, owner, caller)),
    route(rehearsalEndpoints.openRehearsal, ({ body }) => openRehearsal(ctx, body.token)),
    route(rehearsalEndpoints.answerRehearsal, ({ body }) => answerRehearsal(ctx, body.token)),
    route(rehearsalEndpoints.tryRehearsalPin, ({ body }) =>
      tryRehearsalPin(ctx, body.token, body.pin),
    ),
    route(rehearsalEndpoints.skipRehearsalPin, ({ body }) => skipRehearsalPin(ctx, body.token)),
  ];
}

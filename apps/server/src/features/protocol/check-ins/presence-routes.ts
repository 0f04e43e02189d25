import { presenceEndpoints } from '@zavet/contract/presence/presence-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { answerCheckIn, describeCheckIn } from './answer-check-in.ts';
import { readPresence } from './read-presence.ts';
import { setPresence } from './set-presence.ts';

export function presenceRoutes(ctx: Context): Route[] {
  return [
    route(presenceEndpoints.getPresence, ({ owner }) => readPresence(ctx, owner.user_id)),
    route(presenceEndpoints.setPresence, ({ owner, body, caller }) =>
      setPresence(ctx, owner, body.frequency, caller),
    ),
    route(presenceEndpoints.describeCheckIn, ({ body }) => describeCheckIn(ctx, body.token)),
    route(presenceEndpoints.answerCheckIn, ({ body, caller }) =>
      answerCheckIn(ctx, body.token, caller),
    ),
  ];
}

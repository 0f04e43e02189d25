import { presenceEndpoints } from '@zavet/contract/presence/presence-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import { answerCheckIn, describeCheckIn } from './answer-check-in.ts';
import type { PresenceDeps } from './presence-deps.ts';
import { readPresence } from './read-presence.ts';
import { setPresence } from './set-presence.ts';

export function presenceRoutes(deps: PresenceDeps): Route[] {
  return [
    route(presenceEndpoints.getPresence, ({ owner }) => readPresence(deps, owner.user_id)),
    route(presenceEndpoints.setPresence, ({ owner, body, caller }) =>
      setPresence(deps, owner, body.frequency, caller),
    ),
    route(presenceEndpoints.describeCheckIn, ({ body }) => describeCheckIn(deps, body.token)),
    route(presenceEndpoints.answerCheckIn, ({ body, caller }) =>
      answerCheckIn(deps, body.token, caller),
    ),
  ];
}

import { rehearsalEndpoints } from '@zavet/contract/rehearsal/rehearsal-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  answerRehearsal,
  openRehearsal,
  skipRehearsalPin,
  tryRehearsalPin,
} from './answer-rehearsal.ts';
import { endRehearsal } from './end-early.ts';
import { readRehearsals } from './read-rehearsals.ts';
import type { RehearsalDeps } from './rehearsal-deps.ts';
import { startRehearsal } from './start-rehearsal.ts';

export function rehearsalRoutes(deps: RehearsalDeps): Route[] {
  return [
    route(rehearsalEndpoints.getRehearsals, ({ owner }) => readRehearsals(deps, owner.user_id)),
    route(rehearsalEndpoints.startRehearsal, ({ owner, body, caller }) =>
      startRehearsal(deps, owner, body.mails_recipients, caller),
    ),
    route(rehearsalEndpoints.endRehearsal, ({ owner, caller }) =>
      endRehearsal(deps, owner, caller),
    ),
    route(rehearsalEndpoints.openRehearsal, ({ body }) => openRehearsal(deps, body.token)),
    route(rehearsalEndpoints.answerRehearsal, ({ body }) => answerRehearsal(deps, body.token)),
    route(rehearsalEndpoints.tryRehearsalPin, ({ body }) =>
      tryRehearsalPin(deps, body.token, body.pin),
    ),
    route(rehearsalEndpoints.skipRehearsalPin, ({ body }) => skipRehearsalPin(deps, body.token)),
  ];
}

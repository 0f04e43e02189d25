import { supportDeskEndpoints, supportEndpoints } from '@zavet/contract/desk/support-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { operatorActor } from '../../identity/operators/index.ts';
import { answerSupportRequest } from './answer-support-request.ts';
import { listRequestsForDesk } from './list-requests-for-desk.ts';
import { readSupport } from './read-support.ts';
import { readThread } from './read-thread.ts';
import { replyToSupport } from './reply-to-support.ts';
import { sendSupportRequest } from './send-support-request.ts';
import { settleSupportRequest } from './settle-support-request.ts';

export function supportRoutes(ctx: Context): Route[] {
  return [
    route(supportEndpoints.getSupport, ({ owner }) => readSupport(ctx, owner.user_id)),
    route(supportEndpoints.sendSupportEmail, async ({ owner, body, caller }) => ({
      request: await sendSupportRequest(ctx, owner, body, caller),
    })),
    route(supportEndpoints.replyToSupport, async ({ owner, params, body, caller }) => ({
      request: await replyToSupport(ctx, owner, params.id, body, caller),
    })),
  ];
}

/** What operators do about requests. */
export function supportDeskRoutes(ctx: Context): Route[] {
  return [
    route(supportDeskEndpoints.listSupportRequests, ({ query }) =>
      listRequestsForDesk(ctx, query.state, query.after),
    ),
    route(supportDeskEndpoints.getSupportRequest, async ({ params }) => ({
      request: await readThread(ctx, params.id),
    })),
    route(supportDeskEndpoints.answerSupportRequest, async ({ owner, params, body }) => {
      await answerSupportRequest(ctx, owner, params.id, body);
      return { request: await readThread(ctx, params.id) };
    }),
    route(supportDeskEndpoints.settleSupportRequest, async ({ owner, params }) => {
      const outcome = await settleSupportRequest(ctx, operatorActor(owner), { id: params.id });
      if (outcome === 'unknown') fail('not_found');
      return { request: await readThread(ctx, params.id) };
    }),
  ];
}

import { stateEndpoints } from '@zavet/contract/desk/status-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { readServiceState } from './read-state.ts';
import { retryJob } from './retry-job.ts';
import { sendTestMail } from './send-test-mail.ts';

export function operationRoutes(ctx: Context): Route[] {
  return [
    route(stateEndpoints.getServiceState, () => readServiceState(ctx)),
    route(stateEndpoints.retryFailedJob, async ({ owner, params }) => {
      await retryJob(ctx, owner, params.id);
      return {};
    }),
    route(stateEndpoints.sendTestMail, async ({ owner }) => {
      await sendTestMail(ctx, owner);
      return {};
    }),
  ];
}

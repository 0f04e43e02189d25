import { statusEndpoints } from '@zavet/contract/desk/status-endpoints';
import type { Context } from '../../../context.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { readServiceState } from './read-state.ts';
import { retryJob } from './retry-job.ts';
import { sendTestMail } from './send-test-mail.ts';

export function operationRoutes(ctx: Context): Route[] {
  return [
    route(statusEndpoints.getServiceStatus, () => readServiceState(ctx)),
    route(statusEndpoints.retryFailedJob, async ({ owner, params }) => {
      await retryJob(ctx, owner, params.id);
      return {};
    }),
    route(statusEndpoints.sendTestMail, async ({ owner }) => {
      await sendTestMail(ctx, owner);
      return {};
    }),
  ];
}

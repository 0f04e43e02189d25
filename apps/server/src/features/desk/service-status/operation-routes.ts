import { stateEndpoints } from '@zavet/contract/operators/state-endpoints';
import { type Route, route } from '../../../platform/http/route.ts';
import type { OperationDeps } from './operation-deps.ts';
import { readServiceState } from './read-state.ts';
import { retryJob } from './retry-job.ts';
import { sendTestMail } from './send-test-mail.ts';

export function operationRoutes(deps: OperationDeps): Route[] {
  return [
    route(stateEndpoints.getServiceState, () => readServiceState(deps)),
    route(stateEndpoints.retryFailedJob, async ({ owner, params }) => {
      await retryJob(deps, owner, params.id);
      return {};
    }),
    route(stateEndpoints.sendTestMail, async ({ owner }) => {
      await sendTestMail(deps, owner);
      return {};
    }),
  ];
}

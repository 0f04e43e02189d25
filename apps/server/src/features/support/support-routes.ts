import { supportEndpoints } from '@zavet/contract/support/support-endpoints';
import { type Route, route } from '../../platform/http/route.ts';
import { readSupport } from './read-support.ts';
import { sendSupportRequest } from './send-support-request.ts';
import type { SupportDeps } from './support-deps.ts';

export function supportRoutes(deps: SupportDeps): Route[] {
  return [
    route(supportEndpoints.getSupport, ({ owner }) => readSupport(deps, owner.user_id)),
    route(supportEndpoints.sendSupportEmail, async ({ owner, body, caller }) => ({
      request: await sendSupportRequest(deps, owner, body, caller),
    })),
  ];
}

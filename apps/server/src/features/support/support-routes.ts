import { supportEndpoints } from '@zavet/contract/support/support-endpoints';
import { type Route, route } from '../../platform/http/route.ts';
import { readSupport } from './read-support.ts';
import { sendSupportRequest } from './send-support-request.ts';
import type { SupportParts } from './support-parts.ts';

export function supportRoutes(parts: SupportParts): Route[] {
  return [
    route(supportEndpoints.getSupport, ({ owner }) => readSupport(parts, owner.user_id)),
    route(supportEndpoints.sendSupportEmail, async ({ owner, body, caller }) => ({
      request: await sendSupportRequest(parts, owner, body, caller),
    })),
  ];
}

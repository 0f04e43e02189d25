import { addYears } from '@zavet/contract/days';
import { supportDeskEndpoints, supportEndpoints } from '@zavet/contract/desk/support-endpoints';
import { retention } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import { feature, jobOf } from '../../../feature.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { jobName } from '../../../platform/jobs/job.ts';
import { answerSupportRequest, settleSupportRequest } from './answer-support-request.ts';
import { supportAnswered, supportReply } from './message-mails.ts';
import { listSupportRequestsForDesk, readSupport, readThread } from './read-support.ts';
import { replyToSupport, sendSupportRequest } from './send-support-request.ts';
import { enqueueUnsentMails, supportReceived, supportRequest } from './support-mails.ts';
import { deleteAnsweredRequests } from './support-repository.ts';

/** No limit in data exports. */
const unlimited = 1_000_000;

export const supportFeature = feature({
  name: 'support',
  routes: supportRoutes,
  jobs: [
    jobOf(jobName<object>('resend-support-mails'), {
      purpose: 'enqueues unsent support mails again',
      retry: 'quarter_hour',
      expireSeconds: 600,
      schedule: '13 5 * * *',
      onTimeTravel: 'waits',
      run: (ctx) => enqueueUnsentMails(ctx),
    }),
  ],
  mails: [supportRequest, supportReceived, supportReply, supportAnswered],
  exports: {
    support_requests: async (ctx, userId) => (await readSupport(ctx, userId, unlimited)).requests,
  },
  retention: {
    support_requests: async ({ database }, now, limit) => {
      const before = addYears(now, -retention.supportYears);
      return { support_requests: await deleteAnsweredRequests(database, before, limit) };
    },
  },
});

function supportRoutes(ctx: Context): Route[] {
  return [
    route(supportEndpoints.getSupport, ({ owner }) => readSupport(ctx, owner.user_id)),
    route(supportEndpoints.sendSupportEmail, async ({ owner, body, caller }) => ({
      request: await sendSupportRequest(ctx, owner, body, caller),
    })),
    route(supportEndpoints.replyToSupport, async ({ owner, params, body, caller }) => ({
      request: await replyToSupport(ctx, owner, params.id, body, caller),
    })),
    route(supportDeskEndpoints.listSupportRequests, ({ query }) =>
      listSupportRequestsForDesk(ctx, query.state, query.after),
    ),
    route(supportDeskEndpoints.getSupportRequest, async ({ params }) => ({
      request: await readThread(ctx, params.id),
    })),
    route(supportDeskEndpoints.answerSupportRequest, async ({ owner, params, body }) => {
      await answerSupportRequest(ctx, owner, params.id, body);
      return { request: await readThread(ctx, params.id) };
    }),
    route(supportDeskEndpoints.settleSupportRequest, async ({ owner, params }) => {
      await settleSupportRequest(ctx, owner, params.id);
      return { request: await readThread(ctx, params.id) };
    }),
  ];
}

import { type Job, job } from '../../platform/jobs/job.ts';
import { contactAnswerJob } from './contact-answer-job.ts';
import type { ContactDeps } from './contact-deps.ts';
import { contactNoticeJob } from './contact-notice-job.ts';
import { invitationMailJob } from './issue-invitation.ts';
import { sendAnswerMail } from './send-answer-mail.ts';
import { sendContactNotice } from './send-contact-notice.ts';
import { deliverInvitation } from './send-invitation.ts';

/** More tries than a week needs: when to give up is decided by the invitation's age. */
const retry = { limit: 200, firstPauseSeconds: 60, longestPauseSeconds: 3 * 3_600 };

export function contactJobs(deps: ContactDeps): Job[] {
  return [
    job(invitationMailJob, {
      retry,
      expireSeconds: 120,
      run: ({ invitation_id }) => deliverInvitation(deps, invitation_id),
    }),
    job(contactAnswerJob, {
      retry: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
      expireSeconds: 120,
      run: (order) => sendAnswerMail(deps, order),
    }),
    job(contactNoticeJob, {
      retry: { limit: 30, firstPauseSeconds: 5, longestPauseSeconds: 3_600 },
      expireSeconds: 120,
      run: ({ notice_id }) => sendContactNotice(deps, notice_id),
    }),
  ];
}

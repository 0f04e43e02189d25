import { jobName } from '../../platform/jobs/job.ts';

interface RequestOrder {
  request_id: string;
}

/** To the mailbox of the support. */
export const supportRequestMailJob = jobName<RequestOrder>('support-request-mail');
/** To the person who wrote. */
export const supportReceivedMailJob = jobName<RequestOrder>('support-received-mail');

import { jobName } from '../../../platform/jobs/job.ts';

export const syncMailboxJob = jobName<{ mailbox_id: string }>('sync-mailbox');
export const refreshMailboxesJob = jobName<object>('refresh-mailboxes');

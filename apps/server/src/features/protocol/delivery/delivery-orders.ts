import { jobName } from '../../../platform/jobs/job.ts';

export const sendDeliveriesJob = jobName<{ activation_id: string }>('send-deliveries');
export const reportUnreachedJob = jobName<{ activation_id: string }>('report-unreached');

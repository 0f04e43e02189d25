import type { Day } from '@zavet/contract/days';
import { jobName } from '../../platform/jobs/job.ts';

export interface NoticeOrder {
  user_id: string;
  edition: Day;
  mail_id: string;
}

export const editionNoticeJob = jobName<NoticeOrder>('edition-notice');

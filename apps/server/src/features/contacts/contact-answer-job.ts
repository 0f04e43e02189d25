import { jobName } from '../../platform/jobs/job.ts';

export type ContactAnswer = 'accepted' | 'declined';

export interface ContactAnswerOrder {
  contact_id: string;
  answer: ContactAnswer;
  mail_id: string;
}

export const contactAnswerJob = jobName<ContactAnswerOrder>('contact-answer-mail');

import type { MailWords } from '../src/platform/mail/templates/mail-words.ts';
import { dayName } from '../src/platform/mail/templates/mail-words.ts';
import { type MailExample, moment } from './mail-example.ts';

const supportEmail = 'support@zavet.example';
const atMoment = ({ moment: write }: MailWords) => [write(moment)];

/** Mails about acts of operators on an account. */
export const deskMailExamples: Record<string, MailExample[]> = {
  account_suspended: [
    { address: 'first', reason: 'harm', deletable_from: moment },
    { address: 'second', reason: 'prohibited_content', deletable_from: moment },
    { address: 'first', reason: 'law', deletable_from: moment },
    { address: 'first', reason: 'stranger_in_account', deletable_from: null },
  ].map((facts) => ({
    facts: { ...facts, at: moment },
    links: [],
    says: (words) => [...atMoment(words), supportEmail],
  })),
  suspension_lifted: ['first', 'second'].map((address) => ({
    facts: { address, at: moment },
    links: ['/login'],
    says: atMoment,
  })),
  account_deleted_for_violation: [
    {
      facts: { deleted_at: moment },
      links: [],
      says: (words) => [...atMoment(words), supportEmail],
    },
  ],
  custom_plan_granted: ['first', 'second'].map((address) => ({
    facts: { address, at: moment, storage_mb: 5000, valid_until: '2027-03-01' },
    links: ['/settings?tab=plan'],
    says: (words) => [supportEmail, '5 000', dayName(words, '2027-03-01')],
  })),
};

import type { SupportTier } from '@zavet/contract/support/support-terms';
import type { SupportCategory } from '@zavet/contract/support/support-values';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';

export interface SupportReceivedFacts {
  reference: string;
  /** Where the answer is to go, as it was typed. */
  user_email: string;
  answer_by: Date;
}

/** Name, subject and message as they were typed, perhaps empty but for the message. */
export interface SupportRequestFacts extends SupportReceivedFacts {
  tier: SupportTier;
  category: SupportCategory;
  /** The verified address of the account. */
  account_email: string;
  name: string;
  subject: string;
  message: string;
}

export interface SupportMailProps<Facts> {
  words: MailWords;
  place: MailPlace;
  subject: string;
  facts: Facts;
}

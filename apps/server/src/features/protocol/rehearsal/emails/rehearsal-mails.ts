import { rehearsalAsked } from './asked-mail.ts';
import { rehearsalReminder, rehearsalResult } from './owner-mails.ts';
import { rehearsalRecipient } from './recipient-mail.ts';

export const rehearsalMails = [
  rehearsalAsked,
  rehearsalRecipient,
  rehearsalResult,
  rehearsalReminder,
];

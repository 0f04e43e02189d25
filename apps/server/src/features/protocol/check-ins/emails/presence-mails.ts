import { checkInMail } from './check-in-mail.ts';
import { reviewReminder } from './review-reminder.ts';
import { contactsTold, ownerSilent, ownerWell } from './silence-mails.ts';

export const presenceMails = [checkInMail, contactsTold, ownerSilent, ownerWell, reviewReminder];

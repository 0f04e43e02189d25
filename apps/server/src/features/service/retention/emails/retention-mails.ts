import { absenceWarning } from './absence-mails.ts';
import { ownerAbsent, ownerBack } from './contact-mails.ts';

export const retentionMails = [absenceWarning, ownerAbsent, ownerBack];

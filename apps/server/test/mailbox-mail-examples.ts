import { mailboxTroubles } from '@zavet/contract/mail/mailbox-values';
import { type MailExample, moment } from './mail-example.ts';

const links = ['/settings?tab=email'];

export const mailboxMailExamples: Record<string, MailExample[]> = {
  mailbox_connected: [
    {
      facts: { connected_at: moment },
      links,
      says: ({ moment: write }) => [write(moment)],
    },
  ],
  mailbox_stopped: mailboxTroubles.map((trouble) => ({
    facts: { trouble },
    links,
    says: ({ t }) => [t(`mailbox.mailbox_stopped.trouble.${trouble}`)],
  })),
};

import type { MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findMailbox } from './mailbox-repository.ts';

const settingsPath = '/settings?tab=email';

/** Sent even if the mailbox was disconnected meanwhile: an intruder may have done both. */
export const mailboxConnected = declareMail({
  name: 'mailbox_connected',
  to: 'the owner',
  when: 'a mailbox was connected or its password changed',
  retry: 'usual',
  find: async ({ database }: Context, { user_id, at }: { user_id: string; at: string }) => {
    const person = await findPerson(database, user_id);
    const facts = { connected_at: at };
    return person && { to: person.email, language: person.language, facts };
  },
  text: (words, { connected_at }, { publicUrl }) =>
    mailText(words, 'mailbox.mailbox_connected', (say) => [
      say('body', { moment: words.moment(connected_at) }),
      say('meaning'),
      say('was_you'),
      say('not_you'),
      button(say('action'), linkTo(publicUrl, settingsPath)),
    ]),
});

/** Without address and server. */
export const mailboxStopped = declareMail({
  name: 'mailbox_stopped',
  to: 'the owner',
  when: 'a mailbox can no longer be read',
  retry: 'usual',
  find: async (
    { database }: Context,
    { user_id, mailbox_id }: { user_id: string; mailbox_id: string },
  ): Promise<FoundMail<{ trouble: MailboxTrouble }> | undefined> => {
    const mailbox = await findMailbox(database, user_id);
    // Resolved meanwhile.
    if (mailbox?.id !== mailbox_id || mailbox.state !== 'stopped' || !mailbox.trouble)
      return undefined;
    const person = await findPerson(database, user_id);
    const facts = { trouble: mailbox.trouble };
    return person && { to: person.email, language: person.language, facts };
  },
  text: (words, { trouble }, { publicUrl }) =>
    mailText(words, 'mailbox.mailbox_stopped', (say) => [
      say(`trouble.${trouble}`),
      say('meaning'),
      button(say('action'), linkTo(publicUrl, settingsPath)),
    ]),
});

export const mailboxMails = [mailboxConnected, mailboxStopped];

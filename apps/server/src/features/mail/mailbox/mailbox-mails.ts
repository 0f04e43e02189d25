import type { MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import type { Context } from '../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findMailbox } from './mailbox-repository.ts';

type NoticeIds = { user_id: string } & (
  | { event: 'connected'; at: string }
  | { event: 'stopped'; mailbox_id: string }
);

type NoticeFacts =
  | { event: 'connected'; at: string }
  | { event: 'stopped'; trouble: MailboxTrouble };

/** Contains neither address nor server of the mailbox. */
export const mailboxNotice = declareMail({
  name: 'mailbox_notice',
  to: 'the owner',
  when: 'a mailbox was connected or its password changed, or it can no longer be read',
  retry: 'usual',
  find: async (ctx: Context, ids: NoticeIds): Promise<FoundMail<NoticeFacts> | undefined> => {
    const facts = await findFacts(ctx, ids);
    const person = facts && (await findPerson(ctx.database, ids.user_id));
    return person && { to: person.email, language: person.language, facts };
  },
  text: (words, facts, { publicUrl }) =>
    mailText(words, `mailbox.${facts.event}`, (say) => [
      ...(facts.event === 'connected'
        ? [say('body', { moment: words.moment(facts.at) }), say('not_you')]
        : [words.t(`mailbox.stopped.trouble.${facts.trouble}`), say('meaning')]),
      button(words.t('mailbox.action'), linkTo(publicUrl, '/settings?tab=email')),
    ]),
});

/** Undefined if the error was resolved in the meantime. */
async function findFacts({ database }: Context, ids: NoticeIds): Promise<NoticeFacts | undefined> {
  // Sent even if the mailbox was disconnected meanwhile: an intruder may have done both.
  if (ids.event === 'connected') return { event: 'connected', at: ids.at };
  const mailbox = await findMailbox(database, ids.user_id);
  if (mailbox?.id !== ids.mailbox_id || mailbox.state !== 'stopped' || !mailbox.trouble) {
    return undefined;
  }
  return { event: 'stopped', trouble: mailbox.trouble };
}

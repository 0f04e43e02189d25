import type { Context } from '../../../../context.ts';
import { declareMail } from '../../../../platform/mail/mail.ts';
import { mailText } from '../../../../platform/mail/mail-text.ts';
import { findNoticed, forgetNotice } from './security-mails.ts';

/** The last mail of an account that nobody came back to. */
export const accountEndedByAbsence = declareMail({
  name: 'account_ended_by_absence',
  to: 'the owner (all addresses)',
  when: 'the account was removed after years of absence',
  retry: 'usual',
  find: (ctx: Context, ids: { notice_id: string }) => findNoticed(ctx, ids),
  text: (words, { deleted_at }) =>
    mailText(
      words,
      'account.account_ended_by_absence',
      (say) => [say('body', { moment: words.moment(deleted_at) }), say('warned'), say('farewell')],
      { reason: 'account.reason.deleted' },
    ),
  settle: forgetNotice,
});

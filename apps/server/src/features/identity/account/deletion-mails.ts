import { defaultLocale, isLocale } from '@zavet/contract/locales';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { deleteDeletionNotice, findDeletionNotice } from './account-repository.ts';

interface NoticeIds {
  notice_id: string;
  cause: DeletionCause;
}

interface DeletionFacts {
  cause: DeletionCause;
  deleted_at: string;
  email: string;
}

/** Reason for a deletion; `absence` means years without activity. */
export type DeletionCause = 'requested' | 'consent_withdrawn' | 'absence' | 'violation';

/** Sent after the deletion; the notice keeps the address until then. */
export const accountDeletedMail = declareMail({
  name: 'account_deleted',
  to: 'the owner',
  when: 'the account was deleted: by its owner, with the consent, for absence or for a violation',
  retry: 'usual',
  find: findDeletedOwner,
  text: (words, { cause, deleted_at }) =>
    mailText(
      words,
      `account.account_deleted.${cause}`,
      (say) => [
        say('body', { moment: words.moment(deleted_at) }),
        ...(cause === 'consent_withdrawn' ? [say('kept')] : []),
        words.t('account.account_deleted.permanent'),
      ],
      { reason: 'account.reason.deleted' },
    ),
  settle: settleDeletionNotice,
});

/** Addresses the mail to the former owner. Undefined once the mail is sent. */
async function findDeletedOwner(
  { database }: Context,
  { notice_id, cause }: NoticeIds,
): Promise<FoundMail<DeletionFacts> | undefined> {
  const notice = await findDeletionNotice(database, notice_id);
  if (!notice) return undefined;
  const { email: to, language, deleted_at } = notice;
  const facts = { cause, deleted_at: deleted_at.toISOString(), email: to };
  return { to, language: isLocale(language) ? language : defaultLocale, facts };
}

async function settleDeletionNotice(
  { database, capturedMails }: Context,
  { notice_id }: NoticeIds,
  { email }: DeletionFacts,
): Promise<void> {
  await capturedMails?.removeAllButNewestTo(email);
  await deleteDeletionNotice(database, notice_id);
}

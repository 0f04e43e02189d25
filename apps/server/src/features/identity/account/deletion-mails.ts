import { defaultLocale, isLocale } from '@zavet/contract/locales';
import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { deleteDeletionNotice, findDeletionNotice } from './account-repository.ts';

interface NoticeIds {
  notice_id: string;
}

interface DeletionFacts {
  deleted_at: string;
  email: string;
}

/** Sent after the deletion; the notice keeps the address until then. */
export const accountDeletedMail = declareMail({
  name: 'account_deleted',
  to: 'the owner',
  when: 'the account was deleted',
  retry: 'usual',
  find: findDeletedOwner,
  text: (words, { deleted_at }) =>
    mailText(
      words,
      'account.account_deleted',
      (say) => [say('body', { moment: words.moment(deleted_at) }), say('not_you'), say('farewell')],
      { reason: 'account.reason.deleted' },
    ),
  settle: settleDeletionNotice,
});

export const consentWithdrawn = declareMail({
  name: 'consent_withdrawn',
  to: 'the owner',
  when: 'the consent was withdrawn, and the account deleted',
  retry: 'usual',
  find: findDeletedOwner,
  text: (words, { deleted_at }) =>
    mailText(
      words,
      'account.consent_withdrawn',
      (say) => [
        say('body', { moment: words.moment(deleted_at) }),
        say('kept'),
        say('not_you'),
        say('farewell'),
      ],
      { reason: 'account.reason.deleted' },
    ),
  settle: settleDeletionNotice,
});

export const accountEndedByAbsence = declareMail({
  name: 'account_ended_by_absence',
  to: 'the owner (all addresses)',
  when: 'the account was removed after years of absence',
  retry: 'usual',
  find: findDeletedOwner,
  text: (words, { deleted_at }) =>
    mailText(
      words,
      'account.account_ended_by_absence',
      (say) => [say('body', { moment: words.moment(deleted_at) }), say('warned'), say('farewell')],
      { reason: 'account.reason.deleted' },
    ),
  settle: settleDeletionNotice,
});

/** Undefined once the last mail is sent. */
export async function findDeletedOwner(
  { database }: Context,
  { notice_id }: NoticeIds,
): Promise<FoundMail<DeletionFacts> | undefined> {
  const notice = await findDeletionNotice(database, notice_id);
  if (!notice) return undefined;
  const { email: to, language, deleted_at } = notice;
  const facts = { deleted_at: deleted_at.toISOString(), email: to };
  return { to, language: isLocale(language) ? language : defaultLocale, facts };
}

export async function settleDeletionNotice(
  { database, captured }: Context,
  { notice_id }: NoticeIds,
  { email }: DeletionFacts,
): Promise<void> {
  await captured?.removeOlderTo(email);
  await deleteDeletionNotice(database, notice_id);
}

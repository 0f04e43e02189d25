import { type Day, moscowDay } from '@zavet/contract/days';
import { legalPaths } from '@zavet/contract/legal/editions';
import { linkTo } from '../../../platform/mail/link-to.ts';
import { declareMail, type FoundMail } from '../../../platform/mail/mail.ts';
import { button, mailText } from '../../../platform/mail/mail-text.ts';
import { dayName } from '../../../platform/mail/templates/figures.ts';
import { findPerson } from '../../account/public.ts';
import { type Announcement, announcementsOn, promisedFrom } from '../edition-rules.ts';
import type { LegalDeps } from '../legal-deps.ts';
import { dateNotices, listOrdered } from '../notice-repository.ts';

interface NoticeIds {
  user_id: string;
  edition: Day;
}

interface NoticeFacts extends Announcement {
  /** From when it holds for the reader. */
  holds_from: Day;
  today: Day;
}

export const editionNotice = declareMail({
  name: 'edition_notice',
  to: 'everybody with a confirmed address',
  when: 'a new edition of legal documents is announced',
  retry: 'week',
  isBulk: true,
  find: async (
    { database, clock, editions }: LegalDeps,
    { user_id, edition }: NoticeIds,
  ): Promise<FoundMail<NoticeFacts> | undefined> => {
    const today = moscowDay(clock.now());
    // None when a newer edition has overtaken it.
    const announcement = announcementsOn(editions, today).find((one) => one.edition === edition);
    const ordered = await listOrdered(database, user_id, edition);
    const documents = announcement?.documents.filter((one) => ordered.includes(one)) ?? [];
    const person = await findPerson(database, user_id);
    if (!person || documents.length === 0) return undefined;
    const facts = { edition, documents, holds_from: promisedFrom(edition, today), today };
    return { to: person.email, language: person.language, facts };
  },
  text: (words, { edition, documents, holds_from }, { publicUrl }) => {
    const { t } = words;
    const days = { edition: dayName(words, edition), holds_from: dayName(words, holds_from) };
    return mailText(
      words,
      'documents.edition_notice',
      (say) => [
        say('body', days),
        ...documents.map((document) => ({
          name: t(`documents.names.${document}`),
          href: linkTo(publicUrl, legalPaths[document], { edition }),
        })),
        say('accept'),
        ...(documents.includes('personal_data_consent') ? [say('consent')] : []),
        say('disagree', days),
        button(
          t('documents.open_agreements'),
          linkTo(publicUrl, '/settings', { tab: 'agreements' }),
        ),
      ],
      { values: days },
    );
  },
  onTaken: dateNotice,
  onRefused: dateNotice,
});

/** Its days count from when a mail server has answered, not from its order. */
function dateNotice(
  { database }: LegalDeps,
  { user_id }: NoticeIds,
  { edition, documents, today }: NoticeFacts,
): Promise<void> {
  return dateNotices(database, user_id, { edition, documents }, today);
}

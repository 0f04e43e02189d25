import { type Day, moscowDay } from '@zavet/contract/days';
import { type LegalDocument, legalPaths } from '@zavet/contract/identity/editions';
import type { Context } from '../../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../../platform/mail/mail.ts';
import { linkTo } from '../../../../platform/mail/mailed-link.ts';
import { dayName } from '../../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../../account/index.ts';
import {
  type Announcement,
  announcementsOn,
  type Change,
  changesToldOn,
} from '../edition-rules.ts';
import { dateNotices, listOrdered } from '../notice-repository.ts';

interface NoticeIds {
  user_id: string;
}

interface NoticeFacts {
  changes: Change[];
  /** All that counts as told with this notice. */
  told: Announcement[];
  today: Day;
}

export const editionNotice = declareMail({
  name: 'edition_notice',
  to: 'all accounts',
  when: 'new editions of documents; one mail for all of them',
  retry: 'week',
  isBulk: true,
  find: async (
    { database, clock, editions }: Context,
    { user_id }: NoticeIds,
  ): Promise<FoundMail<NoticeFacts> | undefined> => {
    const today = moscowDay(clock.now());
    const ordered = await listOrdered(database, user_id);
    const isOrdered = (edition: Day, document: LegalDocument) =>
      ordered.some((one) => one.edition === edition && one.document === document);
    // Without what a newer edition has overtaken.
    const told = announcementsOn(editions, today)
      .map(({ edition, documents }) => ({
        edition,
        documents: documents.filter((document) => isOrdered(edition, document)),
      }))
      .filter(({ documents }) => documents.length > 0);
    const person = await findPerson(database, user_id);
    if (!person || told.length === 0) return undefined;
    const facts = { changes: changesToldOn(told, today), told, today };
    return { to: person.email, language: person.language, facts };
  },
  text: (words, { changes }, { publicUrl }) => {
    const { t, locale } = words;
    const days = changes.map((change) => ({
      edition: dayName(words, change.edition),
      holds_from: dayName(words, change.holds_from),
    }));
    const linksOf = ({ edition, documents }: Change) =>
      documents.map((document) => ({
        name: t(`documents.names.${document}`),
        href: linkTo(publicUrl, legalPaths[document], { edition }),
      }));
    const isConsent = changes.some(({ documents }) => documents.includes('personal_data_consent'));
    const ending = [
      ...(isConsent ? [t('documents.edition_notice.consent')] : []),
      t('documents.edition_notice.disagree', days[0]),
      button(t('documents.open_agreements'), linkTo(publicUrl, '/settings', { tab: 'agreements' })),
    ];
    if (changes.length > 1) {
      const holds_from = new Intl.ListFormat(locale).format(days.map((one) => one.holds_from));
      return mailText(
        words,
        'documents.edition_notices',
        (say) => [
          say('body'),
          ...changes.flatMap((change, index) => [say('change', days[index]), ...linksOf(change)]),
          say('accept'),
          ...ending,
        ],
        { values: { holds_from } },
      );
    }
    return mailText(
      words,
      'documents.edition_notice',
      (say) => [say('body', days[0]), ...changes.flatMap(linksOf), say('accept'), ...ending],
      { values: days[0] },
    );
  },
  settle: dateNotice,
});

/** Its days count from when a mail server has answered, not from its order. */
function dateNotice(
  { database }: Context,
  { user_id }: NoticeIds,
  { told, today }: NoticeFacts,
): Promise<void> {
  return dateNotices(database, user_id, told, today);
}

import { type Day, moscowDay } from '@zavet/contract/days';
import { type LegalDocument, legalPaths } from '@zavet/contract/identity/editions';
import type { Context } from '../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName, type MailWords, rubles } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../account/index.ts';
import {
  type Announcement,
  changesInNotice,
  type EditionChange,
  listDueAnnouncements,
} from './edition-rules.ts';
import { listPendingNotices, markNoticesSent } from './notice-repository.ts';
import { findUpcomingPrices, type PriceChange, type UpcomingPrices } from './price-rules.ts';
import { productName, readPriceNotices } from './prices.ts';

interface EditionNoticeIds {
  user_id: string;
}

interface EditionNoticeFacts {
  changes: EditionChange[];
  /** Includes superseded editions, which count as announced too. */
  announcements: Announcement[];
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
    { user_id }: EditionNoticeIds,
  ): Promise<FoundMail<EditionNoticeFacts> | undefined> => {
    const today = moscowDay(clock.now());
    const pending = await listPendingNotices(database, user_id);
    const isPending = (edition: Day, document: LegalDocument) =>
      pending.some((one) => one.edition === edition && one.document === document);
    // Skips pending notices of superseded editions.
    const announcements = listDueAnnouncements(editions, today)
      .map(({ edition, documents }) => ({
        edition,
        documents: documents.filter((document) => isPending(edition, document)),
      }))
      .filter(({ documents }) => documents.length > 0);
    const person = await findPerson(database, user_id);
    if (!person || announcements.length === 0) return undefined;
    const facts = { changes: changesInNotice(announcements, today), announcements, today };
    return { to: person.email, language: person.language, facts };
  },
  text: (words, { changes }, { publicUrl }) => {
    const { t, locale } = words;
    const days = changes.map((change) => ({
      edition: dayName(words, change.edition),
      applies_from: dayName(words, change.applies_from),
    }));
    const linksOf = ({ edition, documents }: EditionChange) =>
      documents.map((document) => ({
        name: t(`documents.names.${document}`),
        href: linkTo(publicUrl, legalPaths[document], { edition }),
      }));
    const hasConsent = changes.some(({ documents }) => documents.includes('personal_data_consent'));
    const consent = hasConsent ? [t('documents.edition_notice.consent')] : [];
    const ending = [
      t('documents.edition_notice.disagree', days[0]),
      button(t('documents.open_agreements'), linkTo(publicUrl, '/settings', { tab: 'agreements' })),
    ];
    if (changes.length > 1) {
      const applies_from = new Intl.ListFormat(locale).format(days.map((one) => one.applies_from));
      return mailText(
        words,
        'documents.edition_notices',
        (say) => [
          say('body'),
          ...changes.flatMap((change, index) => [say('change', days[index]), ...linksOf(change)]),
          ...consent,
          say('accept'),
          ...ending,
        ],
        { values: { applies_from } },
      );
    }
    return mailText(
      words,
      'documents.edition_notice',
      (say) => [
        say('body', days[0]),
        ...changes.flatMap(linksOf),
        ...consent,
        say('accept'),
        ...ending,
      ],
      { values: days[0] },
    );
  },
  // The notice period starts when a mail server has accepted the mail.
  settle: markEditionsNotified,
});

function markEditionsNotified(
  { database }: Context,
  { user_id }: EditionNoticeIds,
  { announcements, today }: EditionNoticeFacts,
): Promise<void> {
  return markNoticesSent(database, user_id, announcements, today);
}

interface PriceNoticeIds {
  user_id: string;
  edition: Day;
}

interface PriceNoticeFacts extends UpcomingPrices {
  today: Day;
}

export const priceNotice = declareMail({
  name: 'price_notice',
  to: 'all accounts',
  when: 'new prices',
  retry: 'week',
  isBulk: true,
  find: async (
    { database, clock, prices }: Context,
    { user_id, edition }: PriceNoticeIds,
  ): Promise<FoundMail<PriceNoticeFacts> | undefined> => {
    const today = moscowDay(clock.now());
    const pending = await listPendingNotices(database, user_id);
    const isPending = pending.some((one) => one.edition === edition && one.document === 'prices');
    const person = await findPerson(database, user_id);
    if (!isPending || !person) return undefined;
    const notices = await readPriceNotices(database, user_id);
    // Undefined if superseded by a newer list.
    const upcoming = findUpcomingPrices(prices, notices, edition, today);
    const { email: to, language } = person;
    return upcoming && { to, language, facts: { ...upcoming, today } };
  },
  text: (words, { applies_from, edition, changes }, { publicUrl }) => {
    const { t } = words;
    const days = { applies_from: dayName(words, applies_from) };
    const isAbout = (one: 'plans' | 'activation') =>
      changes.some(({ product }) => (product === 'activation') === (one === 'activation'));
    return mailText(
      words,
      'prices.price_notice',
      (say) => [
        say('body', days),
        { items: changes.map((change) => changeLine(words, change)) },
        ...(isAbout('plans') ? [say('renewal', days)] : []),
        ...(isAbout('activation') ? [say('activation', days)] : []),
        {
          name: t('documents.names.public_offer'),
          href: linkTo(publicUrl, legalPaths.public_offer, { edition }),
        },
        button(t('plans.open_plan'), linkTo(publicUrl, '/settings', { tab: 'plan' })),
      ],
      { values: days },
    );
  },
  settle: markPricesNotified,
});

function changeLine(words: MailWords, { product, before, after }: PriceChange): string {
  const name =
    product === 'activation'
      ? words.t('protocol.product')
      : productName(words, product.plan.id, product.period);
  return words.t('prices.price_notice.change', {
    what: name,
    before: rubles(words, before * 100),
    after: rubles(words, after * 100),
  });
}

function markPricesNotified(
  { database }: Context,
  { user_id }: PriceNoticeIds,
  { edition, today }: PriceNoticeFacts,
): Promise<void> {
  return markNoticesSent(database, user_id, [{ edition, documents: ['prices'] }], today);
}

import { type Day, moscowDay } from '@zavet/contract/days';
import { legalPaths } from '@zavet/contract/identity/editions';
import type { Context } from '../../../../context.ts';
import { button, declareMail, type FoundMail, mailText } from '../../../../platform/mail/mail.ts';
import { linkTo } from '../../../../platform/mail/mailed-link.ts';
import { dayName, type MailWords, rubles } from '../../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../../account/index.ts';
import { dateNotices, listOrdered } from '../notice-repository.ts';
import { productName } from '../plan-words.ts';
import { type ComingPrices, comingPrices, type PriceChange } from '../price-rules.ts';
import { priceKnowledgeOf } from '../prices-for.ts';

interface NoticeIds {
  user_id: string;
  edition: Day;
}

interface NoticeFacts extends ComingPrices {
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
    { user_id, edition }: NoticeIds,
  ): Promise<FoundMail<NoticeFacts> | undefined> => {
    const today = moscowDay(clock.now());
    const ordered = await listOrdered(database, user_id);
    const isOrdered = ordered.some((one) => one.edition === edition && one.document === 'prices');
    const person = await findPerson(database, user_id);
    if (!isOrdered || !person) return undefined;
    const knowledge = await priceKnowledgeOf(database, user_id);
    // None when a newer list has overtaken it.
    const coming = comingPrices(prices, knowledge, edition, today);
    const { email: to, language } = person;
    return coming && { to, language, facts: { ...coming, today } };
  },
  text: (words, { holds_from, edition, changes }, { publicUrl }) => {
    const { t } = words;
    const days = { holds_from: dayName(words, holds_from) };
    const isAbout = (one: 'plans' | 'activation') =>
      changes.some(({ product }) => (product === 'activation') === (one === 'activation'));
    return mailText(
      words,
      'prices.price_notice',
      (say) => [
        say('body', days),
        { items: changes.map((change) => changeLine(words, change)) },
        ...(isAbout('plans') ? [say('paid', days), say('renewal', days)] : []),
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
  settle: dateNotice,
});

function changeLine(words: MailWords, { product, before, after }: PriceChange): string {
  const what =
    product === 'activation'
      ? words.t('protocol.product')
      : productName(words, product.plan.id, product.period);
  return words.t('prices.price_notice.change', {
    what,
    before: rubles(words, before * 100),
    after: rubles(words, after * 100),
  });
}

/** Its days count from when a mail server has answered, not from its order. */
function dateNotice(
  { database }: Context,
  { user_id }: NoticeIds,
  { edition, today }: NoticeFacts,
): Promise<void> {
  return dateNotices(database, user_id, [{ edition, documents: ['prices'] }], today);
}

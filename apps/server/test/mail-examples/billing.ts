import { type ProductDetails, productOf } from '@zavet/contract/billing/plan-catalogue';
import { dayName, rubles } from '../../src/platform/mail/templates/mail-words.ts';
import { day, type MailExample, maria, owner, texts, withDay } from './mail-example.ts';

const charge = { plan: 'storage_500', amount_kopecks: 45_000 };
const purchase = { ...charge, valid_until: day };

const planMail = (facts: object, contains: MailExample['contains']): MailExample => ({
  facts,
  links: ['/settings?tab=plan'],
  contains,
});
const renewal = { ...purchase, today: '2027-01-10' };

export const planExamples: Record<string, MailExample[]> = {
  plan_paid: [
    ...['bought', 'renewed'].flatMap((event) => [
      planMail(
        { event, ...purchase, next_amount_kopecks: 450_000 },
        withDay('500', '450', '4 500'),
      ),
      planMail({ event, ...purchase, next_amount_kopecks: null }, withDay('500', '450')),
    ]),
    ...['Boris Berg', ''].map((contact_name) =>
      planMail(
        { event: 'given', plan: 'storage_500', valid_until: day, contact_name },
        withDay('500', contact_name),
      ),
    ),
    planMail({ event: 'extended', days: 3, valid_until: day }, withDay('3')),
    {
      facts: { event: 'gift', owner, ...purchase },
      links: ['/trusted-legacies'],
      contains: withDay(maria, '450', '500'),
    },
  ],
  plan_lapsed: [
    planMail({ event: 'declined', ...charge, next_try_on: day }, withDay('500', '450')),
    planMail({ event: 'declined', ...charge, next_try_on: null }, texts('500', '450')),
    planMail({ event: 'expired', plan: 'storage_1024', files_removed_on: day }, withDay('1', '30')),
    planMail({ event: 'expired', plan: 'storage_1024', files_removed_on: null }, texts('30')),
    planMail({ event: 'expired', limit_mb: 5000, files_removed_on: day }, withDay('5 000', '30')),
  ],
  plan_ends_soon: [
    planMail({ ...renewal, period: 'monthly' }, withDay('450')),
    planMail({ ...renewal, period: 'yearly' }, withDay('450')),
    planMail({ ...renewal, amount_kopecks: 0, period: 'monthly' }, withDay('500', '30')),
  ],
  files_over_limit: [
    ...[false, true].map((notifies_contacts) =>
      planMail(
        {
          ...{ stage: 'soon', files_removed_on: day, over_mb: 37 },
          ...{ names: ['Keys.pdf'], notifies_contacts },
        },
        withDay('37', 'Keys.pdf'),
      ),
    ),
    planMail({ stage: 'removed', files: 21, names: ['Keys.pdf'] }, texts('21', 'Keys.pdf')),
    { facts: { stage: 'kept', files_removed_on: day }, links: ['/contact'], contains: withDay() },
  ],
  payment_refunded: [
    planMail({ amount_kopecks: 12_350 }, texts('123', '50')),
    ...[false, true].flatMap((is_for_outage) =>
      [owner, null].map((known) => ({
        facts: { amount_kopecks: 45_000, gift: { owner: known, is_for_outage } },
        links: ['/trusted-legacies'],
        contains: texts('450', ...(known ? [maria] : [])),
      })),
    ),
  ],
  /** To contacts of an owner whose plan has expired. */
  removal_ahead: [
    {
      facts: { ...owner, files_removed_on: day },
      links: ['/trusted-legacies'],
      contains: withDay(maria),
    },
    { facts: { ...owner, files_removed_on: null }, links: [], contains: texts(maria) },
  ],
};

const priceEdition = '2027-03-01';
const applies_from = '2027-03-07';
const noticeLinks = [`/public-offer?edition=${priceEdition}`, '/settings?tab=plan'];

const planPrices = [
  { product: product('storage_500_monthly'), before: 450, after: 500 },
  { product: product('storage_1024_yearly'), before: 8500, after: 8000 },
];
const startPrices = [{ product: 'activation' as const, before: 7000, after: 7500 }];

export const priceNoticeExamples: MailExample[] = [
  planPrices,
  startPrices,
  [...planPrices, ...startPrices],
].map((changes) => ({
  facts: { edition: priceEdition, applies_from, changes },
  links: noticeLinks,
  contains: (words) => [
    dayName(words, applies_from),
    ...changes.flatMap(({ before, after }) =>
      [before, after].map((price) => rubles(words, price * 100)),
    ),
  ],
}));

function product(id: string): ProductDetails {
  const found = productOf(id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
}

import { type ProductFacts, productOf } from '@zavet/contract/billing/plan-catalogue';
import { dayName, rubles } from '../../src/platform/mail/templates/mail-words.ts';
import { day, type MailExample, maria, owner, texts, withDay } from './mail-example.ts';

const paid = { plan: 'storage_500', amount_kopecks: 45_000 };
const bought = { ...paid, valid_until: day };

const plan = (facts: object, contains: MailExample['contains']): MailExample => ({
  facts,
  links: ['/settings?tab=plan'],
  contains,
});
const noticed = { ...bought, today: '2027-01-10' };

export const planExamples: Record<string, MailExample[]> = {
  plan_paid: [
    ...['bought', 'renewed'].flatMap((event) => [
      plan({ event, ...bought, next_amount_kopecks: 450_000 }, withDay('500', '450', '4 500')),
      plan({ event, ...bought, next_amount_kopecks: null }, withDay('500', '450')),
    ]),
    ...['Boris Berg', ''].map((contact_name) =>
      plan(
        { event: 'given', plan: 'storage_500', valid_until: day, contact_name },
        withDay('500', contact_name),
      ),
    ),
    plan({ event: 'extended', days: 3, valid_until: day }, withDay('3')),
    {
      facts: { event: 'gift', owner, ...bought },
      links: ['/trusted-legacies'],
      contains: withDay(maria, '450', '500'),
    },
  ],
  plan_lapsed: [
    plan({ event: 'declined', ...paid, next_try_on: day }, withDay('500', '450')),
    plan({ event: 'declined', ...paid, next_try_on: null }, texts('500', '450')),
    plan({ event: 'expired', plan: 'storage_1024', files_removed_on: day }, withDay('1', '30')),
    plan({ event: 'expired', plan: 'storage_1024', files_removed_on: null }, texts('30')),
    plan({ event: 'expired', limit_mb: 5000, files_removed_on: day }, withDay('5 000', '30')),
  ],
  plan_ends_soon: [
    plan({ ...noticed, period: 'monthly' }, withDay('450')),
    plan({ ...noticed, period: 'yearly' }, withDay('450')),
    plan({ ...noticed, amount_kopecks: 0, period: 'monthly' }, withDay('500', '30')),
  ],
  files_over_limit: [
    ...[false, true].map((notifies_contacts) =>
      plan(
        {
          ...{ stage: 'soon', files_removed_on: day, over_mb: 37 },
          ...{ names: ['Keys.pdf'], notifies_contacts },
        },
        withDay('37', 'Keys.pdf'),
      ),
    ),
    plan({ stage: 'removed', files: 21, names: ['Keys.pdf'] }, texts('21', 'Keys.pdf')),
    { facts: { stage: 'kept', files_removed_on: day }, links: ['/contact'], contains: withDay() },
  ],
  payment_refunded: [
    plan({ amount_kopecks: 12_350 }, texts('123', '50')),
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
const holds_from = '2027-03-07';
const noticeLinks = [`/public-offer?edition=${priceEdition}`, '/settings?tab=plan'];

const ofPlans = [
  { product: product('storage_500_monthly'), before: 450, after: 500 },
  { product: product('storage_1024_yearly'), before: 8500, after: 8000 },
];
const ofStart = [{ product: 'activation' as const, before: 7000, after: 7500 }];

export const priceNoticeExamples: MailExample[] = [ofPlans, ofStart, [...ofPlans, ...ofStart]].map(
  (changes) => ({
    facts: { edition: priceEdition, holds_from, changes },
    links: noticeLinks,
    contains: (words) => [
      dayName(words, holds_from),
      ...changes.flatMap(({ before, after }) =>
        [before, after].map((price) => rubles(words, price * 100)),
      ),
    ],
  }),
);

function product(id: string): ProductFacts {
  const found = productOf(id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
}

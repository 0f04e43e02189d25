import { type ProductFacts, productOf } from '@zavet/contract/billing/plan-catalogue';
import { dayName, type MailWords, rubles } from '../../src/platform/mail/templates/mail-words.ts';
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
  plan_bought: [
    plan({ ...bought, next_amount_kopecks: 450_000 }, withDay('450', '4 500')),
    plan({ ...bought, next_amount_kopecks: null }, withDay('450')),
  ],
  plan_renewed: [
    plan({ ...bought, next_amount_kopecks: 450_000 }, withDay('500', '450', '4 500')),
    plan({ ...bought, next_amount_kopecks: null }, withDay('500', '450')),
  ],
  renewal_declined: [
    plan({ ...paid, next_try_on: day }, withDay('500', '450')),
    plan({ ...paid, next_try_on: null }, texts('500', '450')),
  ],
  plan_expired: [
    plan({ plan: 'storage_1024', files_removed_on: day }, withDay('1', '30')),
    plan({ plan: 'storage_1024', files_removed_on: null }, texts('30')),
    plan({ limit_mb: 5000, files_removed_on: day }, withDay('5 000', '30')),
  ],
  files_removal_soon: [false, true].map((notifies_contacts) =>
    plan(
      { files_removed_on: day, over_mb: 37, names: ['Keys.pdf'], notifies_contacts },
      withDay('37', 'Keys.pdf'),
    ),
  ),
  files_removed: [plan({ files: 21, names: ['Keys.pdf'] }, texts('21', 'Keys.pdf'))],
  payment_refunded: [plan({ amount_kopecks: 12_350 }, texts('123', '50'))],
  plan_extended: [plan({ days: 3, valid_until: day }, withDay('3'))],
  renewal_ahead: [
    plan({ ...noticed, period: 'monthly' }, withDay('450')),
    plan({ ...noticed, period: 'yearly' }, withDay('450')),
  ],
  end_ahead: [plan({ ...noticed, period: 'monthly' }, withDay('500', '30'))],
};

const given = { plan: 'storage_500', valid_until: day };

/** Mails to contacts of an owner whose plan has expired. */
export const lapseExamples: Record<string, MailExample[]> = {
  removal_ahead: [
    {
      facts: { ...owner, files_removed_on: day },
      links: ['/trusted-legacies'],
      contains: withDay(maria),
    },
  ],
  removal_settled: [{ facts: owner, links: [], contains: texts(maria) }],
  contacts_untold: [
    {
      facts: { files_removed_on: day },
      links: ['/contact', '/settings?tab=plan'],
      contains: withDay(),
    },
  ],
  gift_received: ['Boris Berg', ''].map((contact_name) => ({
    facts: { ...given, contact_name },
    links: ['/settings?tab=plan'],
    contains: withDay('500', contact_name),
  })),
  gift_taken: [
    {
      facts: { ...owner, ...given, amount_kopecks: 45_000 },
      links: ['/trusted-legacies'],
      contains: withDay(maria, '450', '500'),
    },
  ],
  gift_refunded: [false, true].flatMap((is_for_outage) =>
    [owner, null].map((known) => ({
      facts: { owner: known, amount_kopecks: 45_000, is_for_outage },
      links: ['/trusted-legacies'],
      contains: ({ t }: MailWords) => [
        '450',
        t(`plans.gift_refunded.${is_for_outage ? 'outage_more' : 'more'}`),
        ...(known ? [maria] : []),
      ],
    })),
  ),
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
    facts: { edition: priceEdition, holds_from, changes, today: '2027-02-25' },
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

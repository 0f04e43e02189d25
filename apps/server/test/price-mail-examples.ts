import { type ProductFacts, productOf } from '@zavet/contract/billing/plan-catalogue';
import { dayName, rubles } from '../src/platform/mail/templates/mail-words.ts';
import type { MailExample } from './mail-example.ts';

const edition = '2027-03-01';
const holds_from = '2027-03-07';
const links = [`/public-offer?edition=${edition}`, '/settings?tab=plan'];

const ofPlans = [
  { product: product('storage_500_monthly'), before: 450, after: 500 },
  { product: product('storage_1024_yearly'), before: 8500, after: 8000 },
];
const ofStart = [{ product: 'activation' as const, before: 7000, after: 7500 }];

export const priceNoticeExamples: MailExample[] = [ofPlans, ofStart, [...ofPlans, ...ofStart]].map(
  (changes) => ({
    facts: { edition, holds_from, changes, today: '2027-02-25' },
    links,
    says: (words) => [
      dayName(words, holds_from),
      ...changes.flatMap(({ before, after }) =>
        [before, after].map((one) => rubles(words, one * 100)),
      ),
    ],
  }),
);

function product(id: string): ProductFacts {
  const found = productOf(id);
  if (!found) throw new Error(`no product ${id}`);
  return found;
}

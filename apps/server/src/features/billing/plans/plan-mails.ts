import type { PlanId } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import { limits } from '@zavet/contract/limits';
import { serviceTerms } from '@zavet/contract/service-terms';
import type { Context } from '../../../context.ts';
import {
  button,
  declareMail,
  type MailText,
  mailText,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName, type MailWords, rubles } from '../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../../identity/account/index.ts';
import { megabytes, planName } from '../../identity/legal/index.ts';
import { filesAboveLimit } from '../../vault/instructions/index.ts';
import { giftReceived, giftRefunded, giftTaken } from './gift-mails.ts';
import { listToldContacts } from './lapse-repository.ts';
import { endAhead, renewalAhead } from './notice-mails.ts';
import { readPlan, recordLastWarning } from './plan-repository.ts';
import { contactsUntold, removalAhead, removalSettled } from './removal-mails.ts';

/** A mail is no archive: so many are named, the rest is counted. */
const namedAtMost = 50;

interface ToOwner {
  user_id: string;
}

/** A mail that says what it was ordered with. */
function planMail<Facts extends PlanFacts>(
  name: PlanMailName,
  when: string,
  body: (t: MailWords['t'], values: Values, facts: Facts) => string[],
) {
  return declareMail({
    name,
    to: 'the owner',
    when,
    retry: 'usual',
    find: async ({ database }: Context, ids: ToOwner & Facts) => {
      const owner = await findPerson(database, ids.user_id);
      return owner && { to: owner.email, language: owner.language, facts: ids };
    },
    text: (words, facts: Facts, place) =>
      planText(words, place, name, facts, (t, values) => body(t, values, facts)),
  });
}

interface PaidFacts {
  plan: PlanId;
  valid_until: string;
  amount_kopecks: number;
  /** What is charged on `valid_until`; null: nothing. */
  next_amount_kopecks: number | null;
}

const nextCharge = ({ next_amount_kopecks }: PaidFacts) =>
  `plans.next_charge.${next_amount_kopecks === null ? 'none' : 'planned'}` as const;

export const planBought = planMail<PaidFacts>(
  'plan_bought',
  'a plan was paid for',
  (t, values, facts) => [t('plans.plan_bought.body', values), t(nextCharge(facts), values)],
);

export const planRenewed = planMail<PaidFacts>(
  'plan_renewed',
  'a renewal was paid for',
  (t, values, facts) => [t('plans.plan_renewed.body', values), t(nextCharge(facts), values)],
);

export const renewalDeclined = planMail<{
  plan: PlanId;
  amount_kopecks: number;
  /** Null when there will be no other try. */
  next_try_on: string | null;
}>('renewal_declined', 'a renewal was declined', (t, values, { next_try_on }) => [
  t('plans.renewal_declined.body', values),
  t(`plans.renewal_declined.${next_try_on ? 'again' : 'last'}`, values),
]);

export const planExpired = planMail<{
  /** Absent for a plan that was agreed with the support, which has a size instead. */
  plan?: PlanId;
  limit_mb?: number;
  /** Null when everything fits into the free plan. */
  files_removed_on: string | null;
}>('plan_expired', 'a plan expired', (t, values, { files_removed_on }) => [
  t('plans.plan_expired.body', values),
  t(`plans.plan_expired.${files_removed_on ? 'over' : 'fits'}`, values),
]);

export const paymentRefunded = planMail<{ amount_kopecks: number }>(
  'payment_refunded',
  'money for a plan goes back',
  (t, values) => [
    t('plans.payment_refunded.body', values),
    t('plans.payment_refunded.more', values),
  ],
);

export const planExtended = planMail<{ days: number; valid_until: string }>(
  'plan_extended',
  'an outage was made up for by days',
  (t, values, { days }) => [t('plans.plan_extended.body', { ...values, count: days })],
);

export const filesRemoved = declareMail({
  name: 'files_removed',
  to: 'the owner',
  when: 'files above the limit were removed',
  retry: 'usual',
  find: async (ctx: Context, ids: ToOwner & { files: number; removal_id: string }) => {
    const { database } = ctx;
    const owner = await findPerson(database, ids.user_id);
    if (!owner) return undefined;
    // Names are sealed: they are opened only when the mail is written.
    const names = await filesAboveLimit(ctx).removedNames(ids.user_id, ids.removal_id);
    return { to: owner.email, language: owner.language, facts: { files: ids.files, names } };
  },
  text: (words, { names, ...facts }, place) =>
    planText(words, place, 'files_removed', facts, bothSentences('files_removed'), names),
});

interface RemovalSoon {
  files_removed_on: string;
  over_mb: number;
  is_last: boolean;
}

/** Files may only go after the last warning was taken, so that is noted. */
export const filesRemovalSoon = declareMail({
  name: 'files_removal_soon',
  to: 'the owner',
  when: '14, 7 and 1 day before files above the limit are removed',
  retry: 'usual',
  find: async (ctx: Context, ids: ToOwner & RemovalSoon) => {
    const { database } = ctx;
    const owner = await findPerson(database, ids.user_id);
    if (!owner) return undefined;
    // A warning about another day than the one that counts now would only confuse.
    const { grace_until } = await readPlan(database, ids.user_id);
    if (grace_until !== ids.files_removed_on) return undefined;
    const names = await filesAboveLimit(ctx).leavingNames(ids.user_id);
    if (names.length === 0) return undefined;
    const { files_removed_on, over_mb } = ids;
    const contacts = await listToldContacts(database, ids.user_id, null);
    const facts = { files_removed_on, over_mb, names, tells_contacts: contacts.length > 0 };
    return { to: owner.email, language: owner.language, facts };
  },
  text: (words, { names, tells_contacts, ...facts }, place) =>
    planText(
      words,
      place,
      'files_removal_soon',
      facts,
      (t, values) => [
        ...bothSentences('files_removal_soon')(t, values),
        ...(tells_contacts ? [t('plans.files_removal_soon.contacts')] : []),
      ],
      names,
    ),
  settle: (ctx, ids, _, end) => noteWarning(ctx, ids, end === 'taken'),
});

async function noteWarning(
  { database, clock, log }: Context,
  { user_id, files_removed_on, is_last }: ToOwner & RemovalSoon,
  isTaken: boolean,
): Promise<void> {
  if (!is_last) return;
  const today = moscowDay(clock.now());
  await recordLastWarning(database, user_id, files_removed_on, { isTaken, today });
  if (isTaken) return;
  log.warn({ code: 'files_kept', user_id }, 'files stay: the mail server refused the last warning');
}

function bothSentences(name: 'files_removed' | 'files_removal_soon') {
  return (t: MailWords['t'], values: Values) => [
    t(`plans.${name}.body`, values),
    t(`plans.${name}.more`, values),
  ];
}

export const planMails = [
  planBought,
  planRenewed,
  renewalDeclined,
  planExpired,
  filesRemovalSoon,
  filesRemoved,
  paymentRefunded,
  planExtended,
  removalAhead,
  removalSettled,
  contactsUntold,
  giftReceived,
  giftTaken,
  giftRefunded,
];

/** These look at what will be charged as well. */
export const planNoticeMails = [renewalAhead, endAhead];

/** What mails about plans say; dates are Moscow days, amounts kopecks. */
interface PlanFacts {
  plan?: PlanId;
  /** The size of a plan that is not in the catalogue. */
  limit_mb?: number;
  amount_kopecks?: number;
  next_amount_kopecks?: number | null;
  charged_on?: string;
  valid_until?: string;
  next_try_on?: string | null;
  files_removed_on?: string | null;
  over_mb?: number;
  files?: number;
  days?: number;
}

type PlanMailName =
  | 'plan_bought'
  | 'plan_renewed'
  | 'renewal_ahead'
  | 'end_ahead'
  | 'renewal_declined'
  | 'plan_expired'
  | 'files_removal_soon'
  | 'files_removed'
  | 'payment_refunded'
  | 'plan_extended';

type Values = Record<string, string | number>;

/** A mail about a plan: what happened, what it means, and the way to the plan. */
export function planText(
  words: MailWords,
  { publicUrl }: SiteInfo,
  name: PlanMailName,
  facts: PlanFacts,
  body: (t: MailWords['t'], values: Values) => string[],
  fileNames: readonly string[] = [],
): MailText {
  const values = valuesOf(words, facts);
  const [first = '', ...others] = body(words.t, values);
  const items = namedFiles(words, fileNames);
  return mailText(
    words,
    `plans.${name}`,
    () => [
      first,
      ...(items.length > 0 ? [{ items }] : []),
      ...others,
      button(words.t('plans.open_plan'), linkTo(publicUrl, '/settings?tab=plan')),
    ],
    { values },
  );
}

function namedFiles({ t }: MailWords, names: readonly string[]): string[] {
  const rest = names.length - namedAtMost;
  const named = names.slice(0, namedAtMost);
  return rest > 0 ? [...named, t('plans.more_files', { count: rest })] : named;
}

/** Facts as this language writes them. */
function valuesOf(words: MailWords, facts: PlanFacts): Values {
  const day = (one: string) => dayName(words, one);
  const amount = (one: number) => rubles(words, one);
  const all = {
    free: megabytes(words, limits.freeStorageMb),
    kept_days: serviceTerms.overLimitDays,
    storage:
      written(facts.plan, (plan) => planName(words, plan)) ??
      written(facts.limit_mb, (mb) => megabytes(words, mb)),
    amount: written(facts.amount_kopecks, amount),
    next_amount: written(facts.next_amount_kopecks, amount),
    charged_on: written(facts.charged_on, day),
    valid_until: written(facts.valid_until, day),
    next_try_on: written(facts.next_try_on, day),
    files_removed_on: written(facts.files_removed_on, day),
    over: written(facts.over_mb, (mb) => megabytes(words, mb)),
    count: facts.files ?? facts.days,
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined,
    ),
  );
}

function written<Fact>(
  fact: Fact | null | undefined,
  write: (fact: Fact) => string,
): string | undefined {
  return fact === null || fact === undefined ? undefined : write(fact);
}

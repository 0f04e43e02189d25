import type { PlanId } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import type { Context } from '../../../../context.ts';
import { declareMail } from '../../../../platform/mail/mail.ts';
import type { MailWords } from '../../../../platform/mail/templates/mail-words.ts';
import { findPerson } from '../../../identity/account/index.ts';
import { filesAboveLimit } from '../../../vault/instructions/index.ts';
import { readPlan, recordLastWarning } from '../plan-repository.ts';
import { listToldContacts } from '../telling-repository.ts';
import { giftReceived, giftRefunded, giftTaken } from './gift-mails.ts';
import { contactsUntold, removalAhead, removalSettled } from './lapse-mails.ts';
import { endAhead, renewalAhead } from './notice-mails.ts';
import { type PlanFacts, type PlanMailName, planText, type Values } from './plan-text.ts';

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

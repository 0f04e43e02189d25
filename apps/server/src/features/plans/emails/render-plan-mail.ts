import { serviceTerms } from '@zavet/contract/legal/service-terms';
import type { Locale } from '@zavet/contract/locales';
import { freePlanMb } from '@zavet/contract/plans/plan-catalogue';
import { createElement } from 'react';
import type { MailPlace } from '../../../platform/mail/mail-place.ts';
import { dayName, rubles } from '../../../platform/mail/templates/figures.ts';
import { type MailWords, mailWords } from '../../../platform/mail/templates/mail-words.ts';
import { type RenderedMail, renderMail } from '../../../platform/mail/templates/render-mail.ts';
import type { PlanMailFacts, PlanMailKind } from '../plan-mail.ts';
import { megabytes, planName } from '../plan-words.ts';
import { PlanNotice } from './plan-notice.tsx';

export interface RenderedPlanMail extends RenderedMail {
  subject: string;
}

/** A mail about plans and payments in the owner's language. */
export async function renderPlanMail<Kind extends PlanMailKind>(
  kind: Kind,
  locale: Locale,
  facts: PlanMailFacts[Kind],
  place: MailPlace,
  fileNames: readonly string[] = [],
): Promise<RenderedPlanMail> {
  const words = mailWords(locale);
  const values = valuesOf(words, facts);
  const subject = words.t(`plans.${kind}.subject`, values);
  const preheader = words.t(`plans.${kind}.preheader`, values);
  const paragraphs = bodies[kind](words.t, values, facts);
  const items = namedFiles(words, fileNames);
  const notice = createElement(PlanNotice, { words, place, subject, preheader, paragraphs, items });
  return { subject, ...(await renderMail(notice)) };
}

/** A mail is no archive: so many are named, the rest is counted. */
const namedAtMost = 50;

function namedFiles({ t }: MailWords, names: readonly string[]): string[] {
  const rest = names.length - namedAtMost;
  const named = names.slice(0, namedAtMost);
  return rest > 0 ? [...named, t('plans.more_files', { count: rest })] : named;
}

type Values = Record<string, string | number>;

/** Facts as this language writes them. */
function valuesOf(words: MailWords, facts: PlanMailFacts[PlanMailKind]): Values {
  const values: Values = {
    free: megabytes(words, freePlanMb),
    kept_days: serviceTerms.overLimitDays,
  };
  if ('plan' in facts) values.storage = planName(words, facts.plan);
  if ('amount_kopecks' in facts) values.amount = rubles(words, facts.amount_kopecks);
  if ('next_amount_kopecks' in facts && facts.next_amount_kopecks !== null) {
    values.next_amount = rubles(words, facts.next_amount_kopecks);
  }
  if ('charged_on' in facts) values.charged_on = dayName(words, facts.charged_on);
  if ('valid_until' in facts) values.valid_until = dayName(words, facts.valid_until);
  if ('next_try_on' in facts && facts.next_try_on) {
    values.next_try_on = dayName(words, facts.next_try_on);
  }
  if ('files_removed_on' in facts && facts.files_removed_on) {
    values.files_removed_on = dayName(words, facts.files_removed_on);
  }
  if ('over_mb' in facts) values.over = megabytes(words, facts.over_mb);
  if ('files' in facts) values.count = facts.files;
  if ('days' in facts) values.count = facts.days;
  return values;
}

type Body<Kind extends PlanMailKind> = (
  t: MailWords['t'],
  values: Values,
  facts: PlanMailFacts[Kind],
) => string[];

const bodies: { [Kind in PlanMailKind]: Body<Kind> } = {
  plan_bought: (t, values, { next_amount_kopecks }) => [
    t('plans.plan_bought.body', values),
    t(`plans.next_charge.${next_amount_kopecks === null ? 'none' : 'planned'}`, values),
  ],
  plan_renewed: (t, values, { next_amount_kopecks }) => [
    t('plans.plan_renewed.body', values),
    t(`plans.next_charge.${next_amount_kopecks === null ? 'none' : 'planned'}`, values),
  ],
  renewal_ahead: (t, values, { period }) => [
    t(`plans.renewal_ahead.${period}`, values),
    t('plans.renewal_ahead.more', values),
  ],
  end_ahead: (t, values) => [t('plans.end_ahead.body', values), t('plans.end_ahead.more', values)],
  renewal_declined: (t, values, { next_try_on }) => [
    t('plans.renewal_declined.body', values),
    t(`plans.renewal_declined.${next_try_on ? 'again' : 'last'}`, values),
  ],
  plan_expired: (t, values, { files_removed_on }) => [
    t('plans.plan_expired.body', values),
    t(`plans.plan_expired.${files_removed_on ? 'over' : 'fits'}`, values),
  ],
  files_removal_soon: (t, values) => [
    t('plans.files_removal_soon.body', values),
    t('plans.files_removal_soon.more', values),
  ],
  files_removed: (t, values) => [
    t('plans.files_removed.body', values),
    t('plans.files_removed.more', values),
  ],
  payment_refunded: (t, values) => [
    t('plans.payment_refunded.body', values),
    t('plans.payment_refunded.more', values),
  ],
  plan_extended: (t, values) => [t('plans.plan_extended.body', values)],
};

export const planMailKinds = Object.keys(bodies) as PlanMailKind[];

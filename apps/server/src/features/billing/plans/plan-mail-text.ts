import type { PlanId } from '@zavet/contract/billing/plan-catalogue';
import { limits } from '@zavet/contract/limits';
import { serviceTerms } from '@zavet/contract/service-terms';
import {
  button,
  type MailBlock,
  type MailText,
  mailText,
  type SiteInfo,
} from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { dayName, type MailWords, rubles } from '../../../platform/mail/templates/mail-words.ts';
import { isolateText, plainName } from '../../../platform/mail/templates/plain-name.ts';
import { megabytes, planName } from '../../identity/legal/index.ts';
import { formatFileNames } from '../../vault/instructions/index.ts';

/** Values inserted into plan mails: days in Moscow time, amounts in kopecks. */
export interface PlanFacts {
  plan?: PlanId;
  /** The size of a plan outside of the catalogue. */
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
  /** The contact who paid; may be empty. */
  contact_name?: string;
}

type PlanMailName =
  | `plan_paid.${'bought' | 'renewed' | 'given' | 'extended'}`
  | `plan_ends_soon.${'renewal' | 'end'}`
  | `plan_lapsed.${'declined' | 'expired'}`
  | `files_over_limit.${'soon' | 'removed' | 'kept'}`
  | 'payment_refunded';

type Values = Record<string, string | number>;

/** A mail about a plan, with a button to the plan or another page. */
export function planMailText(
  words: MailWords,
  { publicUrl }: SiteInfo,
  name: PlanMailName,
  facts: PlanFacts,
  body: (t: MailWords['t'], values: Values) => string[],
  { fileNames = [], action }: { fileNames?: readonly string[]; action?: MailBlock } = {},
): MailText {
  const values = valuesOf(words, facts);
  const [first = '', ...others] = body(words.t, values);
  const items = formatFileNames(words, fileNames);
  return mailText(
    words,
    `plans.${name}`,
    () => [
      first,
      ...(items.length > 0 ? [{ items }] : []),
      ...others,
      action ?? button(words.t('plans.open_plan'), linkTo(publicUrl, '/settings?tab=plan')),
    ],
    { values },
  );
}

function valuesOf(words: MailWords, facts: PlanFacts): Values {
  const day = (one: string) => dayName(words, one);
  const amount = (one: number) => rubles(words, one);
  const all = {
    free: megabytes(words, limits.freeStorageMb),
    kept_days: serviceTerms.overLimitDays,
    storage:
      format(facts.plan, (plan) => planName(words, plan)) ??
      format(facts.limit_mb, (mb) => megabytes(words, mb)),
    amount: format(facts.amount_kopecks, amount),
    next_amount: format(facts.next_amount_kopecks, amount),
    charged_on: format(facts.charged_on, day),
    valid_until: format(facts.valid_until, day),
    next_try_on: format(facts.next_try_on, day),
    files_removed_on: format(facts.files_removed_on, day),
    over: format(facts.over_mb, (mb) => megabytes(words, mb)),
    count: facts.files ?? facts.days,
    name: format(
      facts.contact_name,
      (name) => isolateText(plainName(name)) || words.t('protocol.a_contact'),
    ),
  };
  return Object.fromEntries(
    Object.entries(all).filter(
      (entry): entry is [string, string | number] => entry[1] !== undefined,
    ),
  );
}

function format<Fact>(
  fact: Fact | null | undefined,
  write: (fact: Fact) => string,
): string | undefined {
  return fact === null || fact === undefined ? undefined : write(fact);
}

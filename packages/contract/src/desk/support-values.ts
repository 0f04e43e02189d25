import type { StoragePlan } from '../billing/plan-catalogue.ts';

export const supportTiers = ['free', 'priority', 'premium'] as const;

export const supportTerms = {
  /** Moscow time, Monday to Friday. */
  opensAt: '9:00',
  closesAt: '18:00',
  firstWorkingHour: 9,
  lastWorkingHour: 18,
  replyHours: 24,
  /** Promised to each tier: by the clock, then the next working moment. */
  answerHours: { free: 48, priority: 24, premium: 12 },
  /** A copy of somebody's data, whatever the tier; Monday to Friday are counted. */
  dataRequestWorkingDays: 10,
} as const;

const tiers: Record<StoragePlan, SupportTier> = {
  free: 'free',
  free_expired: 'free',
  storage_300: 'priority',
  storage_500: 'priority',
  storage_1024: 'premium',
  custom: 'premium',
};

/** `data_request`: a copy of the data that is kept about somebody, promised a time of its own. */
export const supportCategories = [
  'technical',
  'billing',
  'feature_request',
  'bug',
  'data_request',
] as const;
export type SupportCategory = (typeof supportCategories)[number];

/**
 * `queued`: kept, its mail is on the way. `sent`: in the mailbox of the support. `reopened`: its
 * author wrote again after an answer.
 */
export const supportStatuses = ['queued', 'sent', 'answered', 'reopened'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

/** Who wrote a message of a request. */
export const supportAuthors = ['owner', 'support'] as const;
export type SupportAuthor = (typeof supportAuthors)[number];

/** What became of the mail of a message: to the support where its author wrote, else to its author. */
export const supportMailStates = ['queued', 'taken', 'refused'] as const;
export type SupportMailState = (typeof supportMailStates)[number];
export type SupportTier = (typeof supportTiers)[number];

export function supportTierOf(plan: StoragePlan): SupportTier {
  return tiers[plan];
}

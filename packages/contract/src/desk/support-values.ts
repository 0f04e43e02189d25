import type { StoragePlan } from '../billing/plan-catalogue.ts';

export const supportTiers = ['free', 'priority', 'premium'] as const;
export type SupportTier = (typeof supportTiers)[number];

/** Moscow time, Monday to Friday. */
export const supportHours = { opensAt: '9:00', closesAt: '18:00' } as const;

export const supportTerms = {
  ...supportHours,
  firstWorkingHour: 9,
  lastWorkingHour: 18,
  replyHours: 24,
  /**
   * Hours counted around the clock. A deadline outside working hours moves to the next working
   * hour.
   */
  answerHours: { free: 48, priority: 24, premium: 12 },
  /** Deadline for a copy of personal data in every tier; only Monday to Friday count. */
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

/** `data_request`: a copy of personal data, with its own deadline. */
export const supportCategories = [
  'technical',
  'billing',
  'feature_request',
  'bug',
  'data_request',
] as const;
export type SupportCategory = (typeof supportCategories)[number];

/**
 * `queued`: stored, mail pending. `sent`: in the support mailbox. `reopened`: a new message after
 * an answer.
 */
export const supportStatuses = ['queued', 'sent', 'answered', 'reopened'] as const;
export type SupportStatus = (typeof supportStatuses)[number];

export const supportAuthors = ['owner', 'support'] as const;
export type SupportAuthor = (typeof supportAuthors)[number];

/** State of a message's mail, to support or to the author of the request. */
export const supportMailStates = ['queued', 'accepted', 'refused'] as const;
export type SupportMailState = (typeof supportMailStates)[number];

export function supportTierOf(plan: StoragePlan): SupportTier {
  return tiers[plan];
}

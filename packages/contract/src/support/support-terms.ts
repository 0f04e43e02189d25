import type { StoragePlan } from '../plans/plan-catalogue.ts';

export const supportTiers = ['free', 'priority', 'premium'] as const;
export type SupportTier = (typeof supportTiers)[number];

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

export function supportTierOf(plan: StoragePlan): SupportTier {
  return tiers[plan];
}

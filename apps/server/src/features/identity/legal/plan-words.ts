import {
  type PlanId,
  type PlanPeriod,
  planCatalogue,
} from '@zavet/contract/billing/plan-catalogue';
import type { MailWords } from '../../../platform/mail/templates/mail-words.ts';

const mbPerGb = 1024;

/** A plan as people call it: by its storage. */
export function planName({ t }: Pick<MailWords, 't'>, plan: PlanId): string {
  const mb = planCatalogue.find(({ id }) => id === plan)?.storage_mb ?? 0;
  return mb % mbPerGb === 0
    ? t('plans.storage_gb', { size: mb / mbPerGb })
    : t('plans.storage_mb', { size: mb });
}

/** What the payment page and the receipt call a product. */
export function productName(words: Pick<MailWords, 't'>, plan: PlanId, period: PlanPeriod): string {
  return words.t(`plans.product_${period}`, { storage: planName(words, plan) });
}

export function megabytes(words: Pick<MailWords, 't' | 'locale'>, mb: number): string {
  const size = new Intl.NumberFormat(words.locale, { maximumFractionDigits: 1 }).format(mb);
  return words.t('plans.storage_mb', { size });
}

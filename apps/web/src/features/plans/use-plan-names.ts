import {
  isBoughtPlan,
  planCatalogue,
  productOf,
  type StoragePlan,
} from '@zavet/contract/plans/plan-catalogue';
import type { PlanView } from '@zavet/contract/plans/plan-endpoints';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';

/** Plans are called by their size: 300 МБ, 1 ГБ. */
export function usePlanNames() {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  return {
    plan: (plan: StoragePlan) =>
      isBoughtPlan(plan) ? formats.storage(sizeOf(plan)) : t(`names.${plan}`),
    /** 500 МБ на месяц; the start of a protocol is no plan and is named by its owner */
    product: (planId: string, ownerName: string | null = null) => {
      if (planId === activationProduct) {
        return ownerName ? t('product.activationOf', { ownerName }) : t('product.activation');
      }
      const facts = productOf(planId);
      if (!facts) return planId;
      return t(`product.${facts.period}`, { size: formats.storage(facts.plan.storage_mb) });
    },
    /** карта •••• 4477; what the provider calls it where it is no card */
    method: ({ title, last4 }: NonNullable<PlanView['payment_method']>) =>
      last4 ? t('method.card', { last4 }) : title,
  };
}

function sizeOf(plan: StoragePlan): number {
  return planCatalogue.find(({ id }) => id === plan)?.storage_mb ?? 0;
}

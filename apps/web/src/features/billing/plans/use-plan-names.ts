import {
  isCataloguePlan,
  planCatalogue,
  productOf,
  type StoragePlan,
} from '@zavet/contract/billing/plan-catalogue';
import type { PlanView } from '@zavet/contract/billing/plan-endpoints';
import { activationProduct } from '@zavet/contract/protocol/protocol-values';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';

/** Names of plans, products and payment methods. A bought plan is named by its size: 300 МБ. */
export function usePlanNames() {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  return {
    plan: (plan: StoragePlan) =>
      isCataloguePlan(plan) ? formats.storage(sizeOf(plan)) : t(`names.${plan}`),
    /** Example: «500 МБ на месяц». `ownerName` is added if the payment was for another owner. */
    product: (planId: string, ownerName: string | null = null) => {
      if (planId === activationProduct) {
        return ownerName ? t('product.activationOf', { ownerName }) : t('product.activation');
      }
      const found = productOf(planId);
      if (!found) return planId;
      const product = t(`product.${found.period}`, {
        size: formats.storage(found.plan.storage_mb),
      });
      return ownerName ? t('product.planOf', { ownerName, product }) : product;
    },
    /** Example: «карта •••• 4477». Other methods have the title given by the provider. */
    method: ({ title, last4 }: NonNullable<PlanView['payment_method']>) =>
      last4 ? t('method.card', { last4 }) : title,
  };
}

function sizeOf(plan: StoragePlan): number {
  return planCatalogue.find(({ id }) => id === plan)?.storage_mb ?? 0;
}

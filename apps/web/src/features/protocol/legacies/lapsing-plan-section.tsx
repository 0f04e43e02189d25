import { productOf } from '@zavet/contract/billing/plan-catalogue';
import type { LapsingPlan } from '@zavet/contract/billing/plan-endpoints';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { Button } from '../../../ui/button.tsx';
import { RadioGroup } from '../../../ui/choice-fields.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import {
  type PurchaseFailure,
  PurchaseFailureNotice,
  purchaseFailureOf,
} from '../../billing/plans/public/purchase-failure.tsx';
import { requirePayerId, useCheckout } from '../../billing/plans/public/use-checkout.ts';
import { useLapsingPlans } from './legacy-queries.ts';
import { nameOf } from './legacy-stage.ts';
import { createClientReturnToken, giftInputOf } from './payment-requests.ts';

/** For an unpaid plan of the owner: shows the day on which files are removed, and a way to pay. */
export function LapsingPlanSection({ legacy }: { legacy: LegacyView }) {
  const { data } = useLapsingPlans();
  const plan = data?.plans.find(
    ({ trusted_contact_id }) => trusted_contact_id === legacy.trusted_contact_id,
  );
  return plan ? <LapsingNotice legacy={legacy} plan={plan} /> : null;
}

function LapsingNotice({ legacy, plan }: { legacy: LegacyView; plan: LapsingPlan }) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const [isOpen, setOpen] = useState(false);
  return (
    <Notice
      kind="warning"
      title={t('lapse.title', { date: formats.date(plan.files_removed_on) })}
      actions={
        <Button kind="quiet" onClick={() => setOpen(true)}>
          {t('lapse.action')}
        </Button>
      }
    >
      <p>{t('lapse.text')}</p>
      {plan.is_paid_by_other && <p>{t('lapse.paidByOther')}</p>}
      {isOpen && <GiftDialog legacy={legacy} plan={plan} onClose={() => setOpen(false)} />}
    </Notice>
  );
}

interface GiftDialogProps {
  legacy: LegacyView;
  plan: LapsingPlan;
  onClose: () => void;
}

/** Period, price and terms before the payment. */
function GiftDialog({ legacy, plan, onClose }: GiftDialogProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const gift = usePlanGift(plan);
  const [chosenId, setChosenId] = useState<string | undefined>(plan.offers[0]?.plan_id);
  const offer = plan.offers.find(({ plan_id }) => plan_id === chosenId) ?? plan.offers[0];
  if (!offer) return null;
  return (
    <ConfirmDialog
      isOpen
      title={t('lapse.dialog.title')}
      confirmLabel={t('lapse.dialog.accept', { price: formats.rubles(offer.amount) })}
      cancelLabel={t('lapse.dialog.cancel')}
      isBusy={gift.isBusy}
      onConfirm={() => void gift.pay(offer)}
      onCancel={onClose}
    >
      <p>{t('lapse.dialog.effect', { name: nameOf(legacy) })}</p>
      <RadioGroup
        legend={t('lapse.dialog.period')}
        value={offer.plan_id}
        options={plan.offers.map(optionOf)}
        onChange={setChosenId}
      />
      <p>{t('lapse.dialog.card')}</p>
      <p>{t('lapse.dialog.told')}</p>
      {plan.is_paid_by_other && <p>{t('lapse.paidByOther')}</p>}
      <PurchaseFailureNotice failure={gift.failure} />
    </ConfirmDialog>
  );

  function optionOf({ plan_id, amount, valid_until }: LapsingPlan['offers'][number]) {
    const product = productOf(plan_id);
    const size = formats.storage(product?.plan.storage_mb ?? 0);
    return {
      value: plan_id,
      label: t(`lapse.dialog.${product?.period ?? 'monthly'}`, { price: formats.rubles(amount) }),
      note: t('lapse.dialog.until', { size, date: formats.date(valid_until) }),
    };
  }
}

function usePlanGift(plan: LapsingPlan) {
  const invalidate = useInvalidateAfter('payForOwner');
  const checkout = useCheckout(() => void invalidate());
  const [failure, setFailure] = useState<PurchaseFailure>();

  async function pay(offer: LapsingPlan['offers'][number]) {
    if (checkout.isRunning()) return;
    setFailure(undefined);
    try {
      await checkout.start(async () => {
        await requirePayerId();
        const { origin } = window.location;
        const body = giftInputOf({
          plan,
          offer,
          clientReturnToken: createClientReturnToken(),
          origin,
        });
        return api.payForOwner({ body });
      });
    } catch (error) {
      setFailure(purchaseFailureOf(error));
      // Another contact may have paid meanwhile.
      void invalidate();
    }
  }

  return { pay, isBusy: checkout.isBusy, failure };
}

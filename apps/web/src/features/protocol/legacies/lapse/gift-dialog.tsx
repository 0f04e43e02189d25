import { productOf } from '@zavet/contract/billing/plan-catalogue';
import type { LapsingPlan } from '@zavet/contract/billing/plan-endpoints';
import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import { useState } from 'react';
import { RadioGroup } from '../../../../ui/choice-fields.tsx';
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { PurchaseFailureNotice } from '../../../billing/plans/public/purchase-failure-notice.tsx';
import { nameOf } from '../legacy-stage.ts';
import { usePlanGift } from './use-gift.ts';

interface GiftDialogProps {
  legacy: LegacyView;
  plan: LapsingPlan;
  onClose: () => void;
}

/** For how long, what it costs and what it does not do, before anything happens. */
export function GiftDialog({ legacy, plan, onClose }: GiftDialogProps) {
  const { t } = useTranslation('legacies');
  const formats = useFormats();
  const gift = usePlanGift(plan);
  const [chosen, setChosen] = useState<string | undefined>(plan.offers[0]?.plan_id);
  const offer = plan.offers.find(({ plan_id }) => plan_id === chosen) ?? plan.offers[0];
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
        options={plan.offers.map((one) => optionOf(one))}
        onChange={setChosen}
      />
      <p>{t('lapse.dialog.card')}</p>
      <p>{t('lapse.dialog.told')}</p>
      {plan.is_paid_by_other && <p>{t('lapse.paidByOther')}</p>}
      <PurchaseFailureNotice failure={gift.failure} />
    </ConfirmDialog>
  );

  function optionOf({ plan_id, amount, valid_until }: LapsingPlan['offers'][number]) {
    const facts = productOf(plan_id);
    const size = formats.storage(facts?.plan.storage_mb ?? 0);
    return {
      value: plan_id,
      label: t(`lapse.dialog.${facts?.period ?? 'monthly'}`, { price: formats.rubles(amount) }),
      note: t('lapse.dialog.until', { size, date: formats.date(valid_until) }),
    };
  }
}

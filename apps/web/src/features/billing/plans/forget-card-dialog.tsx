import { isBoughtPlan } from '@zavet/contract/plans/plan-catalogue';
import type { PlanView } from '@zavet/contract/plans/plan-endpoints';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { usePlanNames } from './use-plan-names.ts';

interface ForgetCardDialogProps {
  plan: PlanView;
  isOpen: boolean;
  onClose: (isForgotten: boolean) => void;
}

export function ForgetCardDialog({ plan, isOpen, onClose }: ForgetCardDialogProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const names = usePlanNames();
  const describe = useErrorText();
  const remove = useMutationOf('removePaymentMethod');
  const { payment_method: method, valid_until } = plan;

  function confirm() {
    remove.mutate(undefined, {
      onSuccess: () => {
        toasts.success(t('method.forgotten'));
        onClose(true);
      },
      onError: (error) => {
        toasts.error(describe(error));
        onClose(false);
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t('method.forgetTitle')}
      confirmLabel={t('method.forget')}
      cancelLabel={t('method.keep')}
      isDangerous
      isBusy={remove.isPending}
      onConfirm={confirm}
      onCancel={() => onClose(false)}
    >
      <p>{t('method.forgetText', { method: method ? names.method(method) : '' })}</p>
      {isBoughtPlan(plan.plan) && valid_until && (
        <p>{t('method.forgetPlan', { date: formats.date(valid_until) })}</p>
      )}
    </ConfirmDialog>
  );
}

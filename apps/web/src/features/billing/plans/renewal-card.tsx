import { isCataloguePlan } from '@zavet/contract/billing/plan-catalogue';
import type { PlanView } from '@zavet/contract/billing/plan-endpoints';
import { useRef } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SectionCard } from '../../../ui/card.tsx';
import { ConfirmButton } from '../../../ui/confirm-dialog.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useOutcomeToast } from '../../../ui/use-outcome-toast.ts';
import styles from './plans.module.css';
import { usePlanNames } from './use-plan-names.ts';

/** Automatic renewal of the plan, and the saved payment method. */
export function RenewalCard({ plan }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  const heading = useRef<HTMLHeadingElement>(null);
  const isBought = isCataloguePlan(plan.plan);
  if (!isBought && !plan.payment_method) return null;

  return (
    <SectionCard
      title={t(isBought ? 'renewal.title' : 'method.title')}
      headingRef={heading}
      badge={
        isBought && (
          <Badge tone={plan.auto_renewal ? 'green' : 'plain'}>
            {t(plan.auto_renewal ? 'renewal.on' : 'renewal.off')}
          </Badge>
        )
      }
    >
      <RenewalText plan={plan} />
      <div className={styles.actions}>
        {isBought && (plan.auto_renewal || plan.payment_method) && <RenewalSwitch plan={plan} />}
        {plan.payment_method && (
          <RemoveMethod plan={plan} method={plan.payment_method} focusTarget={heading} />
        )}
      </div>
    </SectionCard>
  );
}

interface RemoveMethodProps {
  plan: PlanView;
  method: NonNullable<PlanView['payment_method']>;
  /** Takes the focus after the button disappears. */
  focusTarget: { current: HTMLElement | null };
}

function RemoveMethod({ plan: { plan, valid_until }, method, focusTarget }: RemoveMethodProps) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const names = usePlanNames();
  const report = useOutcomeToast();
  const remove = useMutationOf('removePaymentMethod');

  async function confirm() {
    if (!(await report(remove.mutateAsync(), { done: t('method.forgotten') }))) return;
    requestAnimationFrame(() => focusTarget.current?.focus());
  }

  return (
    <ConfirmButton
      kind="quietDanger"
      label={t('method.forget')}
      title={t('method.forgetTitle')}
      confirmLabel={t('method.forget')}
      cancelLabel={t('method.keep')}
      isDangerous
      act={confirm}
    >
      <p>{t('method.forgetText', { method: names.method(method) })}</p>
      {isCataloguePlan(plan) && valid_until && (
        <p>{t('method.forgetPlan', { date: formats.date(valid_until) })}</p>
      )}
    </ConfirmButton>
  );
}

function RenewalText({ plan }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const names = usePlanNames();
  const method = plan.payment_method && names.method(plan.payment_method);
  const hasDeclinedPayment = plan.renewal_declined !== null;
  if (!isCataloguePlan(plan.plan) || !plan.period || !plan.valid_until || hasDeclinedPayment) {
    return method ? <p>{t('method.kept', { method })}</p> : null;
  }
  const { charged_on, charged_amount } = plan;
  if (charged_on && charged_amount !== null && method) {
    const charge = { date: formats.date(charged_on), price: formats.rubles(charged_amount) };
    return <p>{t('renewal.next', { ...charge, method })}</p>;
  }
  return (
    <>
      <p>{t('renewal.ends', { date: formats.date(plan.valid_until) })}</p>
      <p className={styles.quiet}>{method ? t('method.kept', { method }) : t('method.none')}</p>
    </>
  );
}

function RenewalSwitch({ plan }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  const report = useOutcomeToast();
  const setAutoRenewal = useMutationOf('setAutoRenewal');
  const isOn = plan.auto_renewal;

  function toggle() {
    const done = t(isOn ? 'renewal.turnedOff' : 'renewal.turnedOn');
    void report(setAutoRenewal.mutateAsync({ body: { is_on: !isOn } }), { done });
  }

  return (
    <Button kind="quiet" loading={setAutoRenewal.isPending} onClick={toggle}>
      {t(isOn ? 'renewal.turnOff' : 'renewal.turnOn')}
    </Button>
  );
}

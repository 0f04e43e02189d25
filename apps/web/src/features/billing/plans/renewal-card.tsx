import { isBoughtPlan } from '@zavet/contract/plans/plan-catalogue';
import type { PlanView } from '@zavet/contract/plans/plan-endpoints';
import { useRef, useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { ForgetCardDialog } from './forget-card-dialog.tsx';
import styles from './plans.module.css';
import { usePlanNames } from './use-plan-names.ts';

/** Whether the plan goes on by itself, and with which card. */
export function RenewalCard({ plan }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  const heading = useRef<HTMLHeadingElement>(null);
  const [isForgetting, setForgetting] = useState(false);
  const isBought = isBoughtPlan(plan.plan);
  if (!isBought && !plan.payment_method) return null;

  function close(isForgotten: boolean) {
    setForgetting(false);
    // The button that had the focus goes with the card.
    if (isForgotten) requestAnimationFrame(() => heading.current?.focus());
  }

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
          <Button kind="quietDanger" onClick={() => setForgetting(true)}>
            {t('method.forget')}
          </Button>
        )}
      </div>
      <ForgetCardDialog plan={plan} isOpen={isForgetting} onClose={close} />
    </SectionCard>
  );
}

function RenewalText({ plan }: { plan: PlanView }) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const names = usePlanNames();
  const method = plan.payment_method && names.method(plan.payment_method);
  const isBetweenTries = plan.renewal_declined !== null;
  if (!isBoughtPlan(plan.plan) || !plan.period || !plan.valid_until || isBetweenTries) {
    return method ? <p>{t('method.kept', { method })}</p> : null;
  }
  const { charged_on, charged_amount } = plan;
  if (charged_on && charged_amount !== null && method) {
    const facts = { date: formats.date(charged_on), price: formats.rubles(charged_amount) };
    return <p>{t('renewal.next', { ...facts, method })}</p>;
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
  const describe = useErrorText();
  const setAutoRenewal = useMutationOf('setAutoRenewal');
  const isOn = plan.auto_renewal;

  function turn() {
    setAutoRenewal.mutate(
      { body: { is_on: !isOn } },
      {
        onSuccess: () => toasts.success(t(isOn ? 'renewal.turnedOff' : 'renewal.turnedOn')),
        onError: (error) => toasts.error(describe(error)),
      },
    );
  }

  return (
    <Button kind="quiet" loading={setAutoRenewal.isPending} onClick={turn}>
      {t(isOn ? 'renewal.turnOff' : 'renewal.turnOn')}
    </Button>
  );
}

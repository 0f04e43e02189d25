import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { useSession } from '../../../platform/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import type { PlanPaymentReturn } from './payment-return.ts';
import { CheckingPayment, ReturnResult } from './return-result.tsx';
import { SignInFirst } from './sign-in-first.tsx';
import { usePaymentCheck } from './use-payment-check.ts';

/** The payment for a plan: checked, told, and then on to the plan. */
export function PlanPaymentResult({ payment }: { payment: PlanPaymentReturn }) {
  const { t } = useTranslation('payment');
  const navigate = useNavigate();
  const { status } = useSession();
  const isKnown = status !== 'loading' && status !== 'signed_out';
  const told = usePaymentCheck(payment, isKnown);
  const outcome = told?.outcome;
  const isGoingOn = outcome === 'succeeded' || outcome === 'processing';
  useDelayed(isGoingOn, screenTimings.paymentRedirect, () => {
    void navigate({ to: '/settings', search: { tab: 'plan' }, replace: true });
  });

  if (status === 'signed_out' && !outcome) return <SignInFirst />;
  if (!outcome || !told) return <CheckingPayment />;
  return (
    <ReturnResult
      isGood={isGoingOn}
      title={t(`return.${outcome}`)}
      actions={
        // A plan that was not paid for is offered again with the period that was chosen.
        <ButtonLink
          to="/settings"
          search={isGoingOn ? { tab: 'plan' } : { tab: 'plan', plan_id: payment.planId }}
        >
          {t('return.toPlan')}
        </ButtonLink>
      }
    >
      {told.reason === 'outage' && <p>{t('return.outage')}</p>}
      <p>{t(`return.${outcome}Text`)}</p>
      {isGoingOn && <p>{t('return.redirect')}</p>}
    </ReturnResult>
  );
}

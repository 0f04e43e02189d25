import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useSession } from '../../../platform/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { Envelope } from '../../../ui/drawings/envelope.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { ResultPage } from '../../../ui/result-page.tsx';
import { useDelayed } from '../../../ui/use-delayed.ts';
import {
  type PlanPaymentOutcome,
  type PlanPaymentReturn,
  paymentReturnOf,
  planPaymentOutcomeOf,
} from './payment-return-rules.ts';
import { CheckingPayment, LegaciesLink, ReturnResult, SignInPrompt } from './return-result.tsx';
import { TokenPaymentResult } from './token-payment-result.tsx';

export function PaymentReturnScreen() {
  const { t } = useTranslation('payment');
  const paymentReturn = paymentReturnOf(useSearch({ from: '/public/yookassa-return' }));
  switch (paymentReturn.kind) {
    case 'plan':
      return <PlanPaymentResult payment={paymentReturn.payment} />;
    case 'unknown_plan':
      return (
        <ReturnResult
          isGood={false}
          title={t('return.unknownPlan')}
          actions={
            <ButtonLink to="/settings" search={{ tab: 'plan' }}>
              {t('return.toPlan')}
            </ButtonLink>
          }
        >
          <p>{t('return.unknownPlanText')}</p>
        </ReturnResult>
      );
    case 'missing_token':
      return (
        <ReturnResult
          isGood={false}
          title={t('return.missingToken')}
          actions={
            <>
              <LegaciesLink />
              <ButtonLink to="/settings" search={{ tab: 'plan' }} kind="quiet">
                {t('return.toPlan')}
              </ButtonLink>
            </>
          }
        >
          <p>{t('return.missingTokenText')}</p>
        </ReturnResult>
      );
    case 'protocol':
    case 'gift':
      return <TokenPaymentResult kind={paymentReturn.kind} payment={paymentReturn.payment} />;
  }
}

/** Shows the result of a plan payment. A successful or pending one redirects to the plan. */
function PlanPaymentResult({ payment }: { payment: PlanPaymentReturn }) {
  const { t } = useTranslation('payment');
  const navigate = useNavigate();
  const { status } = useSession();
  const isReady = status !== 'loading' && status !== 'signed_out';
  const result = usePaymentCheck(payment, isReady);
  const outcome = result?.outcome;
  const isRedirecting = outcome === 'succeeded' || outcome === 'processing';
  useDelayed(isRedirecting, screenTimings.paymentRedirect, () => {
    void navigate({ to: '/settings', search: { tab: 'plan' }, replace: true });
  });

  if (status === 'signed_out' && !outcome) return <SignInPrompt />;
  if (!outcome || !result) return <CheckingPayment />;
  return (
    <ReturnResult
      isGood={isRedirecting}
      title={t(`return.${outcome}`)}
      actions={
        // If the payment failed, the link selects the same plan and period again.
        <ButtonLink
          to="/settings"
          search={isRedirecting ? { tab: 'plan' } : { tab: 'plan', plan_id: payment.planId }}
        >
          {t('return.toPlan')}
        </ButtonLink>
      }
    >
      {result.reason === 'outage' && <p>{t('return.outage')}</p>}
      <p>{t(`return.${outcome}Text`)}</p>
      {isRedirecting && <p>{t('return.redirect')}</p>}
    </ReturnResult>
  );
}

interface PlanPaymentStatus {
  outcome: PlanPaymentOutcome;
  reason: RefundReason | null;
}

/** Checks the payment once, shortly after the return. */
function usePaymentCheck(
  { planId, paymentId, status }: PlanPaymentReturn,
  isReady: boolean,
): PlanPaymentStatus | undefined {
  const invalidate = useInvalidateAfter('refreshPaymentStatus');
  const [result, setResult] = useState<PlanPaymentStatus>();

  async function check() {
    const response = await api
      .refreshPaymentStatus({
        body: {
          action: 'refresh-payment-status',
          plan_id: planId,
          payment_id: paymentId,
          status,
        },
      })
      // If this request fails, the server checks the payment later anyway.
      .catch(() => undefined);
    setResult({
      outcome: planPaymentOutcomeOf(response?.outcome, status),
      reason: response?.reason ?? null,
    });
    void invalidate();
  }

  useDelayed(isReady, screenTimings.planCheckDelay, () => void check());
  return result;
}

export function SuccessScreen() {
  const { t } = useTranslation('payment');
  return (
    <ResultPage
      drawing={<Envelope kind="sealed" />}
      title={t('success.title')}
      lead={t('success.text')}
      actions={<NextSteps />}
    />
  );
}

export function CancelScreen() {
  const { t } = useTranslation('payment');
  return (
    <ResultPage
      drawing={<Envelope kind="empty" />}
      title={t('cancel.title')}
      lead={t('cancel.text')}
      actions={<NextSteps />}
    />
  );
}

/** Links for any kind of payment. */
function NextSteps() {
  const { t } = useTranslation(['payment', 'shell']);
  return (
    <>
      <ButtonLink to="/settings" search={{ tab: 'plan' }}>
        {t('return.toPlan')}
      </ButtonLink>
      <ButtonLink to="/trusted-legacies" kind="quiet">
        {t('return.toLegacies')}
      </ButtonLink>
      <ButtonLink to="/dashboard" kind="plain">
        {t('shell:actions.toDashboard')}
      </ButtonLink>
    </>
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import type { RefundReason } from '@zavet/contract/billing/payment-values';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useSession } from '../../../platform/session/session.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { GiftPaymentResult } from './gift-payment-result.tsx';
import {
  type PlanPaymentOutcome,
  type PlanPaymentReturn,
  paymentReturnOf,
  planPaymentOutcome,
} from './payment-return-rules.ts';
import { ProtocolPaymentResult } from './protocol-payment-result.tsx';
import { CheckingPayment, ReturnResult, SignInFirst, ToLegacies } from './return-result.tsx';

export function PaymentReturnScreen() {
  const { t } = useTranslation('payment');
  const found = paymentReturnOf(useSearch({ from: '/public/yookassa-return' }));
  switch (found.kind) {
    case 'plan':
      return <PlanPaymentResult payment={found.payment} />;
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
              <ToLegacies />
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
      return <ProtocolPaymentResult payment={found.payment} />;
    case 'gift':
      return <GiftPaymentResult payment={found.payment} />;
  }
}

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

export interface PlanPaymentStatus {
  outcome: PlanPaymentOutcome;
  reason: RefundReason | null;
}

/** Asks once, a moment after the return, how a payment for a plan stands. */
export function usePaymentCheck(
  { planId, paymentId, status }: PlanPaymentReturn,
  isReady: boolean,
): PlanPaymentStatus | undefined {
  const invalidate = useInvalidateAfter('refreshPaymentStatus');
  const [told, setTold] = useState<PlanPaymentStatus>();

  async function check() {
    const answer = await api
      .refreshPaymentStatus({
        body: {
          action: 'refresh-payment-status',
          plan_id: planId,
          payment_id: paymentId,
          status,
        },
      })
      // Whatever went wrong, the server asks the provider again without anybody's help.
      .catch(() => undefined);
    setTold({
      outcome: planPaymentOutcome(answer?.outcome, status),
      reason: answer?.reason ?? null,
    });
    void invalidate();
  }

  useDelayed(isReady, screenTimings.planCheckDelay, () => void check());
  return told;
}

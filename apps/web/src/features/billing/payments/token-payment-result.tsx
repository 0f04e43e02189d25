import { useNavigate } from '@tanstack/react-router';
import { isActivationReason, type RefundReason } from '@zavet/contract/billing/payment-values';
import { ApiError } from '@zavet/contract/client';
import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '../../../platform/client/api.ts';
import { useInvalidateAfter } from '../../../platform/queries/invalidation.ts';
import { useSession } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import {
  type CheckResponse,
  type DisplayedPaymentState,
  isPaid,
  nextPaymentState,
  shouldPollAgain,
  type TokenPaymentReturn,
} from './payment-return-rules.ts';
import { CheckingPayment, LegaciesLink, ReturnResult, SignInPrompt } from './return-result.tsx';

interface TokenPaymentResultProps {
  kind: 'protocol' | 'gift';
  payment: TokenPaymentReturn;
}

/** Result of a payment for an activation or a gifted plan, polled until it is known. */
export function TokenPaymentResult(props: TokenPaymentResultProps) {
  const [attempt, setAttempt] = useState(0);
  return <PolledPayment key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

interface PolledPaymentProps extends TokenPaymentResultProps {
  onRetry: () => void;
}

function PolledPayment({ kind, payment, onRetry }: PolledPaymentProps) {
  const { t } = useTranslation('payment');
  const navigate = useNavigate();
  const { status } = useSession();
  const isReady = status !== 'loading' && status !== 'signed_out';
  const result = usePaymentPolling(payment, isReady);
  const { state } = result;
  useDelayed(isPaid(state), screenTimings.paymentRedirect, () => {
    void navigate({ to: '/trusted-legacies', replace: true });
  });
  if (status === 'signed_out' && !isPaid(state)) return <SignInPrompt />;
  if (state === 'pending') return <CheckingPayment />;
  // A gifted plan has no waiting period.
  const giftState = state === 'waiting' ? 'succeeded' : state;
  const canRetry = state === 'uncheckable' || state === 'unconfirmed';
  return (
    <ReturnResult
      isGood={isPaid(state)}
      title={kind === 'gift' ? t(`gift.${giftState}`) : t(`protocol.${state}`)}
      actions={
        <>
          <LegaciesLink />
          {canRetry && (
            <Button kind="quiet" onClick={onRetry}>
              {t('protocol.askAnew')}
            </Button>
          )}
        </>
      }
    >
      {kind === 'gift' ? (
        <p>{t(`gift.${giftState}Text`)}</p>
      ) : (
        <ActivationText {...result} state={state} />
      )}
    </ReturnResult>
  );
}

interface ActivationTextProps extends TokenPaymentStatus {
  state: Exclude<DisplayedPaymentState, 'pending'>;
}

function ActivationText({ state, reason, takesEffectAt }: ActivationTextProps) {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  return (
    <>
      {takesEffectAt && state === 'waiting' && (
        <p>{t('protocol.waitingUntil', { date: formats.deadline(takesEffectAt) })}</p>
      )}
      {reason && isActivationReason(reason) && <p>{t(`protocol.reasons.${reason}`)}</p>}
      <p>{t(`protocol.${state}Text`)}</p>
    </>
  );
}

interface TokenPaymentStatus {
  state: DisplayedPaymentState;
  /** Reason for the refund or cancellation, if the server knows it. */
  reason: RefundReason | null;
  /** Scheduled release of the letters during the waiting period. */
  takesEffectAt: string | null;
}

type PollResponse = CheckResponse & Omit<TokenPaymentStatus, 'state'>;

const noDetails = { reason: null, takesEffectAt: null };

function usePaymentPolling(payment: TokenPaymentReturn, isReady: boolean): TokenPaymentStatus {
  const invalidate = useInvalidateAfter('refreshPaymentStatus');
  const [status, setStatus] = useState<TokenPaymentStatus>({ state: 'pending', ...noDetails });

  const check = useEffectEvent((signal: AbortSignal) => checkPayment(payment, signal));
  /** Updates the displayed status. Returns true if polling must continue. */
  const applyResponse = useEffectEvent((response: PollResponse, elapsedMs: number) => {
    const mockStatus = payment.status;
    const next = nextPaymentState({ state: status.state, response, mockStatus, elapsedMs });
    const { reason, takesEffectAt } = response;
    setStatus({ state: next, reason, takesEffectAt });
    if (isPaid(next)) void invalidate();
    return shouldPollAgain(next, elapsedMs);
  });

  useEffect(() => {
    if (!isReady) return;
    const unmounted = new AbortController();
    const startedMs = performance.now();
    let timer: ReturnType<typeof setTimeout> | undefined;
    async function poll() {
      const response = await check(unmounted.signal);
      if (unmounted.signal.aborted) return;
      if (applyResponse(response, performance.now() - startedMs)) {
        timer = setTimeout(() => void poll(), screenTimings.paymentPolling);
      }
    }
    void poll();
    return () => {
      unmounted.abort();
      clearTimeout(timer);
    };
  }, [isReady]);

  return status;
}

async function checkPayment(
  payment: TokenPaymentReturn,
  signal: AbortSignal,
): Promise<PollResponse> {
  const body = {
    action: 'refresh-payment-status',
    crt: payment.clientReturnToken,
    payment_id: payment.paymentId,
    status: payment.status,
  } as const;
  try {
    const response = await api.refreshPaymentStatus({ body }, { signal });
    const { outcome, reason, takes_effect_at: takesEffectAt } = response;
    return { kind: 'answered', outcome, reason, takesEffectAt };
  } catch (error) {
    return { kind: error instanceof ApiError ? 'refused' : 'unanswered', ...noDetails };
  }
}

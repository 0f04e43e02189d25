import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { isPaid, type TokenPaymentReturn, type TokenPaymentState } from './payment-return-rules.ts';
import { CheckingPayment, ReturnResult, SignInFirst, ToLegacies } from './return-result.tsx';
import { usePaymentPolling } from './use-protocol-payment.ts';

interface GiftPaymentProps {
  payment: TokenPaymentReturn;
}

/** The payment for another's plan: asked about until it is known, told, and back to the legacies. */
export function GiftPaymentResult({ payment }: GiftPaymentProps) {
  const [round, setRound] = useState(0);
  return <Round key={round} payment={payment} onAskAnew={() => setRound(round + 1)} />;
}

/** A plan waits for nothing: what is paid holds at once. */
type GiftState = Exclude<TokenPaymentState, 'pending' | 'waiting'>;

function Round({ payment, onAskAnew }: GiftPaymentProps & { onAskAnew: () => void }) {
  const { t } = useTranslation('payment');
  const navigate = useNavigate();
  const { status } = useSession();
  const isKnown = status !== 'loading' && status !== 'signed_out';
  const told = usePaymentPolling(payment, isKnown);
  useDelayed(isPaid(told.state), screenTimings.paymentRedirect, () => {
    void navigate({ to: '/trusted-legacies', replace: true });
  });
  if (status === 'signed_out' && !isPaid(told.state)) return <SignInFirst />;
  if (told.state === 'pending') return <CheckingPayment />;
  const state: GiftState = told.state === 'waiting' ? 'succeeded' : told.state;
  return (
    <ReturnResult
      isGood={state === 'succeeded'}
      title={t(`gift.${state}`)}
      actions={
        <>
          <ToLegacies />
          {(state === 'uncheckable' || state === 'unconfirmed') && (
            <Button kind="quiet" onClick={onAskAnew}>
              {t('protocol.askAnew')}
            </Button>
          )}
        </>
      }
    >
      <p>{t(`gift.${state}Text`)}</p>
    </ReturnResult>
  );
}

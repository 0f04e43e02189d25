import { useNavigate } from '@tanstack/react-router';
import { isActivationReason } from '@zavet/contract/billing/payment-values';
import { screenTimings } from '@zavet/contract/timings';
import { type ReactNode, useState } from 'react';
import { useSession } from '../../../platform/session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { useDelayed } from '../../../ui/use-delayed.ts';
import { isPaid, type TokenPaymentReturn } from './payment-return-rules.ts';
import { CheckingPayment, ReturnResult, SignInFirst, ToLegacies } from './return-result.tsx';
import { type TokenPaymentStatus, usePaymentPolling } from './use-protocol-payment.ts';

interface ProtocolPaymentProps {
  payment: TokenPaymentReturn;
}

/** The payment for an activation: asked about until it is known, told, and then on to the legacies. */
export function ProtocolPaymentResult({ payment }: ProtocolPaymentProps) {
  const [round, setRound] = useState(0);
  return <Round key={round} payment={payment} onAskAnew={() => setRound(round + 1)} />;
}

interface RoundProps extends ProtocolPaymentProps {
  onAskAnew: () => void;
}

function Round({ payment, onAskAnew }: RoundProps) {
  const navigate = useNavigate();
  const { status } = useSession();
  const isKnown = status !== 'loading' && status !== 'signed_out';
  const told = usePaymentPolling(payment, isKnown);
  const { state } = told;
  useDelayed(isPaid(state), screenTimings.paymentRedirect, () => {
    void navigate({ to: '/trusted-legacies', replace: true });
  });
  if (status === 'signed_out' && !isPaid(state)) return <SignInFirst />;
  return <Told {...told} onAskAnew={onAskAnew} />;
}

interface ToldProps extends TokenPaymentStatus {
  onAskAnew: () => void;
}

function Told({ state, reason, takesEffectAt, onAskAnew }: ToldProps): ReactNode {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  if (state === 'pending') return <CheckingPayment />;
  const canAskAnew = state === 'uncheckable' || state === 'unconfirmed';
  return (
    <ReturnResult
      isGood={isPaid(state)}
      title={t(`protocol.${state}`)}
      actions={
        <>
          <ToLegacies />
          {canAskAnew && (
            <Button kind="quiet" onClick={onAskAnew}>
              {t('protocol.askAnew')}
            </Button>
          )}
        </>
      }
    >
      {takesEffectAt && state === 'waiting' && (
        <p>{t('protocol.waitingUntil', { date: formats.deadline(takesEffectAt) })}</p>
      )}
      {reason && isActivationReason(reason) && <p>{t(`protocol.reasons.${reason}`)}</p>}
      <p>{t(`protocol.${state}Text`)}</p>
    </ReturnResult>
  );
}

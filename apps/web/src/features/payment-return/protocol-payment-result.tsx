import { useNavigate } from '@tanstack/react-router';
import { isActivationReason } from '@zavet/contract/payments/payment-outcomes';
import { screenTimings } from '@zavet/contract/timings';
import { type ReactNode, useState } from 'react';
import { Button } from '../../interface/button.tsx';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice, type NoticeKind } from '../../interface/notice.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { useDelayed } from '../../interface/use-delayed.ts';
import { useSession } from '../../platform/session/session.ts';
import styles from './payment-return.module.css';
import type { TokenPaymentReturn } from './payment-return.ts';
import { isPaid, type ProtocolPaymentState } from './protocol-payment-rules.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { ToLegacies } from './to-legacies.tsx';
import { type ToldProtocolPayment, useProtocolPayment } from './use-protocol-payment.ts';

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
  const told = useProtocolPayment(payment, isKnown);
  const { state } = told;
  useDelayed(isPaid(state), screenTimings.paymentRedirect, () => {
    void navigate({ to: '/trusted-legacies', replace: true });
  });
  if (status === 'signed_out' && !isPaid(state)) return <SignInFirst />;
  return <Told {...told} onAskAnew={onAskAnew} />;
}

const kinds: Record<Exclude<ProtocolPaymentState, 'pending'>, NoticeKind> = {
  unneeded: 'warning',
  waiting: 'success',
  succeeded: 'success',
  past: 'info',
  refunded: 'warning',
  refundFailed: 'error',
  canceled: 'info',
  failed: 'error',
  uncheckable: 'error',
  unconfirmed: 'error',
};

interface ToldProps extends ToldProtocolPayment {
  onAskAnew: () => void;
}

function Told({ state, reason, takesEffectAt, onAskAnew }: ToldProps): ReactNode {
  const { t } = useTranslation('payment');
  const formats = useFormats();
  if (state === 'pending') {
    return (
      <>
        <p>{t('return.checking')}</p>
        <SkeletonLines lines={2} />
      </>
    );
  }
  const canAskAnew = state === 'uncheckable' || state === 'unconfirmed';
  return (
    <>
      <Notice kind={kinds[state]}>
        <div className={styles.paragraphs}>
          <p className={styles.title}>{t(`protocol.${state}`)}</p>
          {takesEffectAt && state === 'waiting' && (
            <p>{t('protocol.waitingUntil', { date: formats.dateTime(takesEffectAt) })}</p>
          )}
          {reason && isActivationReason(reason) && <p>{t(`protocol.reasons.${reason}`)}</p>}
          <p>{t(`protocol.${state}Text`)}</p>
        </div>
      </Notice>
      {canAskAnew && (
        <Button kind="quiet" wide onClick={onAskAnew}>
          {t('protocol.askAnew')}
        </Button>
      )}
      <ToLegacies />
    </>
  );
}

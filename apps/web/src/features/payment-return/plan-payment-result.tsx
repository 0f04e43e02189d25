import { useNavigate } from '@tanstack/react-router';
import { screenTimings } from '@zavet/contract/timings';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../../interface/button.tsx';
import { Notice } from '../../interface/notice.tsx';
import { SkeletonLines } from '../../interface/skeleton.tsx';
import { useDelayed } from '../../interface/use-delayed.ts';
import { useSession } from '../session/use-session.ts';
import type { PlanPaymentReturn } from './payment-return.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { usePaymentCheck } from './use-payment-check.ts';

/** The payment for a plan: checked, told, and then on to the plan. */
export function PlanPaymentResult({ payment }: { payment: PlanPaymentReturn }) {
  const { t } = useTranslation('payment');
  const navigate = useNavigate();
  const { status } = useSession();
  const isKnown = status !== 'loading' && status !== 'signed_out';
  const outcome = usePaymentCheck(payment, isKnown);
  const isGoingOn = outcome === 'succeeded' || outcome === 'processing';
  useDelayed(isGoingOn, screenTimings.paymentRedirect, () => {
    void navigate({ to: '/settings', search: { tab: 'plan' }, replace: true });
  });

  if (status === 'signed_out' && !outcome) return <SignInFirst />;
  if (!outcome) {
    return (
      <>
        <p>{t('return.checking')}</p>
        <SkeletonLines lines={2} />
      </>
    );
  }
  return (
    <>
      <Notice
        kind={isGoingOn ? 'success' : outcome === 'error' ? 'error' : 'info'}
        title={t(`return.${outcome}`)}
      >
        <p>{t(`return.${outcome}Text`)}</p>
        {isGoingOn && <p>{t('return.redirect')}</p>}
      </Notice>
      <ButtonLink to="/settings" search={{ tab: 'plan' }} wide>
        {t('return.toPlan')}
      </ButtonLink>
    </>
  );
}

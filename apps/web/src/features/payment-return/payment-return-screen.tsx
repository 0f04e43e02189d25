import { useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ButtonLink } from '../../interface/button.tsx';
import { Card } from '../../interface/card.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { Notice } from '../../interface/notice.tsx';
import { Page } from '../../interface/page.tsx';
import { GiftPaymentResult } from './gift-payment-result.tsx';
import { paymentReturnOf } from './payment-return.ts';
import { PlanPaymentResult } from './plan-payment-result.tsx';
import { ProtocolPaymentResult } from './protocol-payment-result.tsx';
import { ToLegacies } from './to-legacies.tsx';

export function PaymentReturnScreen() {
  const { t } = useTranslation('payment');
  return (
    <Page title={t('return.title')} width="form">
      <Card aria-live="polite">
        <Result />
      </Card>
    </Page>
  );
}

function Result(): ReactNode {
  const { t } = useTranslation('payment');
  const found = paymentReturnOf(useSearch({ from: '/public/yookassa-return' }));
  switch (found.kind) {
    case 'plan':
      return <PlanPaymentResult payment={found.payment} />;
    case 'unknown_plan':
      return (
        <>
          <Notice kind="error" title={t('return.unknownPlan')}>
            {t('return.unknownPlanText')}
          </Notice>
          <ButtonLink to="/settings" search={{ tab: 'plan' }} wide>
            {t('return.toPlan')}
          </ButtonLink>
        </>
      );
    case 'missing_token':
      return (
        <>
          <Notice kind="error" title={t('return.missingToken')}>
            {t('return.missingTokenText')}
          </Notice>
          <ToLegacies />
          <ButtonLink to="/settings" search={{ tab: 'plan' }} kind="quiet" wide>
            {t('return.toPlan')}
          </ButtonLink>
        </>
      );
    case 'protocol':
      return <ProtocolPaymentResult payment={found.payment} />;
    case 'gift':
      return <GiftPaymentResult payment={found.payment} />;
  }
}

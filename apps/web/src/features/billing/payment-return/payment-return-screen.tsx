import { useSearch } from '@tanstack/react-router';
import { ButtonLink } from '../../../ui/button.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { GiftPaymentResult } from './gift-payment-result.tsx';
import { paymentReturnOf } from './payment-return.ts';
import { PlanPaymentResult } from './plan-payment-result.tsx';
import { ProtocolPaymentResult } from './protocol-payment-result.tsx';
import { ReturnResult } from './return-result.tsx';
import { ToLegacies } from './to-legacies.tsx';

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

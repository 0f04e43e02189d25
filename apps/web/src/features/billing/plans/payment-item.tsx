import type { PaymentStatus, PaymentView } from '@zavet/contract/billing/payment-endpoints';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './plans.module.css';
import { usePlanNames } from './use-plan-names.ts';

const tones: Record<PaymentStatus, Tone> = {
  pending: 'gold',
  succeeded: 'green',
  canceled: 'plain',
};

export function PaymentItem({ payment }: { payment: PaymentView }) {
  const { t } = useTranslation('plans');
  const formats = useFormats();
  const names = usePlanNames();
  const { status, receipt, refund } = payment;
  return (
    <li className={styles.payment}>
      <div className={styles.paymentHead}>
        <p className={styles.strong}>{names.product(payment.plan_id, payment.owner_name)}</p>
        <p className={styles.amount}>{formats.rubles(payment.amount)}</p>
      </div>
      <div className={styles.details}>
        <Badge tone={tones[status]}>{t(`payments.status.${status}`)}</Badge>
        <span>{t(`payments.kind.${payment.kind}`)}</span>
        <time dateTime={payment.created_at}>{formats.dateTime(payment.created_at)}</time>
        {receipt && <span>{t(`payments.receipt.${receipt}`)}</span>}
      </div>
      {refund && (
        <p className={styles.details}>
          {t(`payments.refund.${refund.status}`, { amount: formats.rubles(refund.amount) })}
        </p>
      )}
      {refund && <p className={styles.details}>{t(`payments.refundReasons.${refund.reason}`)}</p>}
    </li>
  );
}

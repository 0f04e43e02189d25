import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import { TextLink } from '../../../../ui/button.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

const kopecksPerRuble = 100;

export function PaymentFacts({ trouble }: { trouble: TroubleView }) {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  const { payment, payer } = trouble;
  const { kind, plan_id, provider_payment_id, settled_at } = payment;
  const rubles = (kopecks: number) => formats.rubles(kopecks / kopecksPerRuble);
  return (
    <FactList
      facts={[
        {
          name: t('facts.payer'),
          value: payer ? (
            <TextLink to="/operator/accounts" search={{ id: payer.id }}>
              {payer.email}
            </TextLink>
          ) : (
            t('facts.payerGone')
          ),
        },
        {
          name: t('facts.product'),
          value: t(`products.${kind}`, { plan: plan_id }),
        },
        { name: t('facts.amount'), value: rubles(payment.amount_kopecks) },
        { name: t('facts.refunded'), value: rubles(payment.refunded_kopecks) },
        { name: t('facts.status'), value: t(`statuses.${payment.status}`) },
        { name: t('facts.provider'), value: payment.provider },
        { name: t('facts.providerId'), value: provider_payment_id ?? t('facts.unknown') },
        { name: t('facts.created'), value: formats.dateTime(payment.created_at) },
        ...(settled_at ? [{ name: t('facts.settled'), value: formats.dateTime(settled_at) }] : []),
      ]}
    />
  );
}

export function RefundFacts({ refund }: { refund: NonNullable<TroubleView['refund']> }) {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  return (
    <FactList
      facts={[
        {
          name: t('facts.amount'),
          value: formats.rubles(refund.amount_kopecks / kopecksPerRuble),
        },
        { name: t('facts.reason'), value: t(`reasons.${refund.reason}`) },
        { name: t('facts.status'), value: t(`statuses.${refund.status}`) },
        { name: t('facts.providerId'), value: refund.provider_refund_id ?? t('facts.unknown') },
        { name: t('facts.checks'), value: formats.number(refund.checks) },
        { name: t('facts.created'), value: formats.dateTime(refund.created_at) },
      ]}
    />
  );
}

/** How it ended; nothing while it is open. */
export function ResolutionFacts({ trouble }: { trouble: TroubleView }) {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  const { resolution, settled_kopecks, reference, resolved_at } = trouble;
  if (!resolution || !resolved_at) return null;
  return (
    <FactList
      facts={[
        { name: t('facts.resolution'), value: t(`resolutions.${resolution}`) },
        { name: t('columns.resolved'), value: formats.dateTime(resolved_at) },
        ...(settled_kopecks === null
          ? []
          : [
              {
                name: t('facts.givenBack'),
                value: formats.rubles(settled_kopecks / kopecksPerRuble),
              },
            ]),
        ...(reference === null ? [] : [{ name: t('facts.reference'), value: reference }]),
      ]}
    />
  );
}

import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink, TextLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { kopecksPerRuble, type TroubleState } from './payment-rules.ts';
import { TroubleActions } from './trouble-actions.tsx';

interface TroubleDetailProps {
  id: string;
  state: TroubleState;
}

export function TroubleDetail({ id, state }: TroubleDetailProps) {
  const query = useEndpoint('getPaymentTrouble', { params: { id } });
  return (
    <Loaded query={query}>{({ trouble }) => <Detail trouble={trouble} state={state} />}</Loaded>
  );
}

function Detail({ trouble, state }: { trouble: TroubleView; state: TroubleState }) {
  const { t } = useTranslation('desk-payments');
  const isOpen = trouble.resolved_at === null;
  return (
    <SectionCard
      title={t(`kinds.${trouble.kind}`)}
      lead={isOpen ? t(`advice.${trouble.kind}`) : undefined}
    >
      <ResolutionFacts trouble={trouble} />
      <Heading level={3}>{t('detail.payment')}</Heading>
      <PaymentFacts trouble={trouble} />
      {trouble.refund && (
        <>
          <Heading level={3}>{t('detail.refund')}</Heading>
          <RefundFacts refund={trouble.refund} />
        </>
      )}
      {trouble.acts.length > 0 && (
        <>
          <Heading level={3}>{t('detail.acts')}</Heading>
          <TroubleActions trouble={trouble} />
        </>
      )}
      <Heading level={3}>{t('detail.history')}</Heading>
      <EventTable events={trouble.events} />
      <div>
        <ButtonLink kind="quiet" to="/operator/payments" search={{ state }}>
          {t('detail.close')}
        </ButtonLink>
      </div>
    </SectionCard>
  );
}

/** Shows the event codes without translation, as in the server log. */
function EventTable({ events }: Pick<TroubleView, 'events'>) {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  const rows = events.map((event, index) => ({ ...event, id: index }));
  return (
    <DataTable
      label={t('events.label')}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { title: t('events.at'), cell: ({ created_at }) => formats.dateTime(created_at) },
        { title: t('events.kind'), cell: ({ kind }) => kind },
        { title: t('events.detail'), cell: ({ detail }) => detail },
      ]}
    />
  );
}

function PaymentFacts({ trouble }: { trouble: TroubleView }) {
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

function RefundFacts({ refund }: { refund: NonNullable<TroubleView['refund']> }) {
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

function ResolutionFacts({ trouble }: { trouble: TroubleView }) {
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

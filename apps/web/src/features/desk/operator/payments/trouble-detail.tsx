import type { TroubleView } from '@zavet/contract/desk/payment-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { ButtonLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { TroubleActs } from './trouble-acts.tsx';
import { PaymentFacts, RefundFacts, ResolutionFacts } from './trouble-facts.tsx';
import type { TroubleState } from './trouble-list.tsx';

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
          <TroubleActs trouble={trouble} />
        </>
      )}
      <Heading level={3}>{t('detail.history')}</Heading>
      <History events={trouble.events} />
      <div>
        <ButtonLink kind="quiet" to="/operator/payments" search={{ state }}>
          {t('detail.close')}
        </ButtonLink>
      </div>
    </SectionCard>
  );
}

/** In the words of the program, as they stand in the log. */
function History({ events }: Pick<TroubleView, 'events'>) {
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

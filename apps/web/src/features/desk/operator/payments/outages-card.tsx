import type { OutageView } from '@zavet/contract/desk/payment-endpoints';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../../ui/card.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { OutageForm } from './outage-form.tsx';

export function OutagesCard() {
  const { t } = useTranslation('desk-payments');
  const outages = useEndpoint('listOutages');
  return (
    <SectionCard title={t('outages.title')} lead={t('outages.lead')}>
      <OutageForm />
      <Heading level={3}>{t('outages.list')}</Heading>
      <Loaded query={outages}>{(data) => <Recorded outages={data.outages} />}</Loaded>
    </SectionCard>
  );
}

function Recorded({ outages }: { outages: OutageView[] }) {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  if (outages.length === 0) return <p>{t('outages.none')}</p>;
  return (
    <DataTable
      label={t('outages.list')}
      rows={outages}
      keyOf={({ id }) => id}
      columns={[
        { title: t('outages.began'), cell: ({ began_at }) => formats.dateTime(began_at) },
        { title: t('outages.ended'), cell: ({ ended_at }) => formats.dateTime(ended_at) },
        {
          title: t('outages.applied'),
          cell: ({ applied_at }) =>
            applied_at ? formats.dateTime(applied_at) : t('outages.waiting'),
        },
        {
          title: t('outages.owners'),
          cell: ({ owners }) => formats.number(owners),
          isNumber: true,
        },
      ]}
    />
  );
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import type { TroubleRow } from '@zavet/contract/desk/payment-endpoints';
import { useEndpoint, useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { TextLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { Apples } from '../../../../ui/drawings/apples.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded, WaitForQueries } from '../../../../ui/loaded.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { MorePages } from '../desk-parts.tsx';
import { OutagesCard } from './outages-card.tsx';
import { kopecksPerRuble, type TroubleState } from './payment-rules.ts';
import { TroubleDetail } from './trouble-detail.tsx';

export function PaymentsTab() {
  const { t } = useTranslation('desk-payments');
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const state: TroubleState = search.state === 'settled' ? 'settled' : 'open';
  const show = (shown: TroubleState) =>
    navigate({ to: '/operator/payments', search: { state: shown } });
  return (
    <WaitForQueries queries={[useTroubles(state), useEndpoint('listOutages')]}>
      <SectionCard title={t('title')}>
        <SegmentedControl
          label={t('filter.label')}
          hidesLabel
          value={state}
          options={[
            { value: 'open', label: t('filter.open') },
            { value: 'settled', label: t('filter.settled') },
          ]}
          onChange={(shown) => void show(shown)}
        />
        <TroubleList state={state} />
      </SectionCard>
      {search.id && <TroubleDetail key={search.id} id={search.id} state={state} />}
      <OutagesCard />
    </WaitForQueries>
  );
}

function useTroubles(state: TroubleState) {
  return useEndpointPages('listPaymentTroubles', { query: { state } });
}

/** Lists the payment problems in one state, oldest first. */
function TroubleList({ state }: { state: TroubleState }) {
  const pages = useTroubles(state);
  return (
    <>
      <Loaded query={pages}>
        {(data) => (
          <TroubleTable state={state} rows={data.pages.flatMap(({ troubles }) => troubles)} />
        )}
      </Loaded>
      <MorePages pages={pages} />
    </>
  );
}

function TroubleTable({ state, rows }: { state: TroubleState; rows: TroubleRow[] }) {
  const { t } = useTranslation('desk-payments');
  const columns = useColumns(state);
  if (rows.length > 0) {
    return (
      <DataTable label={t('list.label')} rows={rows} keyOf={({ id }) => id} columns={columns} />
    );
  }
  const isOpen = state === 'open';
  return (
    <EmptyState drawing={<Apples />} title={isOpen ? t('list.none') : t('list.noneSettled')}>
      {isOpen && t('list.noneText')}
    </EmptyState>
  );
}

function useColumns(state: TroubleState): Column<TroubleRow>[] {
  const { t } = useTranslation('desk-payments');
  const formats = useFormats();
  const timeOf = (at: string | null) => (at ? formats.dateTime(at) : '');
  const first: Column<TroubleRow>[] = [
    {
      title: t('columns.kind'),
      cell: ({ id, kind }) => (
        <TextLink to="/operator/payments" search={{ id, state }}>
          {t(`kinds.${kind}`)}
        </TextLink>
      ),
    },
    {
      title: t('columns.amount'),
      cell: ({ amount_kopecks }) => formats.rubles(amount_kopecks / kopecksPerRuble),
      isNumber: true,
    },
    { title: t('columns.since'), cell: ({ since }) => formats.dateTime(since) },
  ];
  if (state === 'open') {
    const seen = { title: t('columns.seen'), cell: (row: TroubleRow) => timeOf(row.last_seen_at) };
    return [...first, seen];
  }
  return [
    ...first,
    { title: t('columns.resolved'), cell: ({ resolved_at }) => timeOf(resolved_at) },
    {
      title: t('columns.how'),
      cell: ({ resolution }) => resolution && t(`resolutions.${resolution}`),
    },
  ];
}

import type { TroubleRow } from '@zavet/contract/desk/payment-endpoints';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { TextLink } from '../../../../ui/button.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { Apples } from '../../../../ui/drawings/apples.tsx';
import { EmptyState } from '../../../../ui/empty-state.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { MorePages } from '../parts/more-pages.tsx';

const kopecksPerRuble = 100;

export type TroubleState = 'open' | 'settled';

export function useTroubles(state: TroubleState) {
  return useEndpointPages('listPaymentTroubles', { query: { state } });
}

/** What waits longest stands first. */
export function TroubleList({ state }: { state: TroubleState }) {
  const pages = useTroubles(state);
  return (
    <>
      <Loaded query={pages}>
        {(data) => <Rows state={state} rows={data.pages.flatMap(({ troubles }) => troubles)} />}
      </Loaded>
      <MorePages pages={pages} />
    </>
  );
}

function Rows({ state, rows }: { state: TroubleState; rows: TroubleRow[] }) {
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
  const whenOf = (moment: string | null) => (moment ? formats.dateTime(moment) : '');
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
    const seen = { title: t('columns.seen'), cell: (row: TroubleRow) => whenOf(row.last_seen_at) };
    return [...first, seen];
  }
  return [
    ...first,
    { title: t('columns.resolved'), cell: ({ resolved_at }) => whenOf(resolved_at) },
    {
      title: t('columns.how'),
      cell: ({ resolution }) => resolution && t(`resolutions.${resolution}`),
    },
  ];
}

import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReviewRow } from '@zavet/contract/desk/request-endpoints';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { TextLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { SegmentedControl } from '../../../../ui/segmented-control.tsx';
import { MorePages, Person } from '../desk-parts.tsx';
import { DoubtsCard } from './doubts-card.tsx';
import { ReviewDetail } from './review-detail.tsx';
import type { ReviewState } from './review-rules.ts';

/** Open and decided requests for an activation, or one of them. */
export function RequestsTab() {
  const { t } = useTranslation('desk-requests');
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const state: ReviewState = search.state === 'decided' ? 'decided' : 'open';
  if (search.id) return <ReviewDetail key={search.id} id={search.id} state={state} />;
  return (
    <>
      <DoubtsCard />
      <SectionCard title={t('title')} lead={t('lead')}>
        <SegmentedControl
          label={t('states.label')}
          hidesLabel
          value={state}
          options={(['open', 'decided'] as const).map((value) => ({
            value,
            label: t(`states.${value}`),
          }))}
          onChange={(value) =>
            void navigate({ to: '/operator/requests', search: { state: value }, replace: true })
          }
        />
        <ReviewList key={state} state={state} />
      </SectionCard>
    </>
  );
}

function ReviewList({ state }: { state: ReviewState }) {
  const { t } = useTranslation('desk-requests');
  const pages = useEndpointPages('listReviews', { query: { state } });
  const columns = useColumns(state);
  return (
    <Loaded query={pages}>
      {(data) => {
        const rows = data.pages.flatMap(({ reviews }) => reviews);
        if (rows.length === 0) return <p>{t(`empty.${state}`)}</p>;
        return (
          <>
            <DataTable
              label={t(`states.${state}`)}
              columns={columns}
              rows={rows}
              keyOf={({ id }) => id}
            />
            <MorePages pages={pages} />
          </>
        );
      }}
    </Loaded>
  );
}

function useColumns(state: ReviewState): Column<ReviewRow>[] {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const last: Column<ReviewRow> =
    state === 'open'
      ? {
          title: t('columns.waits'),
          cell: ({ filed_at, is_overdue, is_proposed }) => (
            <>
              <div>{formats.timeSince(filed_at)}</div>
              {is_proposed && <Badge tone="gold">{t('proposed')}</Badge>}
              {is_overdue && <Badge tone="red">{t('overdue')}</Badge>}
            </>
          ),
        }
      : {
          title: t('columns.outcome'),
          cell: ({ status, decided_at }) => (
            <>
              <div>{t(`statuses.${status}`)}</div>
              {decided_at && <div>{formats.dateTime(decided_at)}</div>}
            </>
          ),
        };
  return [
    {
      title: t('columns.owner'),
      cell: ({ id, owner }) => (
        <Person
          person={owner}
          name={(name) => (
            <TextLink
              to="/operator/requests"
              search={{ state, id }}
              aria-label={t('openNamed', { name })}
            >
              {name}
            </TextLink>
          )}
        />
      ),
    },
    { title: t('columns.contact'), cell: ({ contact }) => <Person person={contact} /> },
    { title: t('columns.reason'), cell: ({ reason }) => t(`reasons.${reason}`) },
    {
      title: t('columns.documents'),
      cell: ({ documents }) => formats.number(documents),
      isNumber: true,
    },
    { title: t('columns.filed'), cell: ({ filed_at }) => formats.dateTime(filed_at) },
    last,
  ];
}

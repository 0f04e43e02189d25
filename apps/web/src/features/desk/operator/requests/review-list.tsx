import type { ReviewRow } from '@zavet/contract/desk/request-endpoints';
import { useEndpointPages } from '../../../../platform/queries/use-endpoint.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { TextLink } from '../../../../ui/button.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Loaded } from '../../../../ui/loaded.tsx';
import { MorePages } from '../parts/more-pages.tsx';
import { Person } from './person.tsx';

export type ReviewState = 'open' | 'decided';

export function ReviewList({ state }: { state: ReviewState }) {
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

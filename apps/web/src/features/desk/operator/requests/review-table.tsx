import type { ReviewList } from '@zavet/contract/desk/desk-values';
import type { ReviewRow } from '@zavet/contract/desk/request-endpoints';
import { Badge } from '../../../../ui/badge.tsx';
import { TextLink } from '../../../../ui/button.tsx';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Person } from '../desk-parts.tsx';

interface ReviewTableProps {
  list: ReviewList;
  rows: readonly ReviewRow[];
}

export function ReviewTable({ list, rows }: ReviewTableProps) {
  const { t } = useTranslation('desk-requests');
  const columns = useColumns(list);
  return (
    <DataTable label={t(`states.${list}`)} columns={columns} rows={rows} keyOf={({ id }) => id} />
  );
}

function useColumns(list: ReviewList): Column<ReviewRow>[] {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  return [
    {
      title: t('columns.owner'),
      cell: ({ id, owner }) => (
        <Person
          person={owner}
          name={(name) => (
            <TextLink
              to="/operator/requests"
              search={{ state: list, id }}
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
    list === 'decided'
      ? {
          title: t('columns.outcome'),
          cell: ({ status, decided_at }) => (
            <>
              <div>{t(`statuses.${status}`)}</div>
              {decided_at && <div>{formats.dateTime(decided_at)}</div>}
            </>
          ),
        }
      : { title: t('columns.waits'), cell: (row) => <WaitingCell row={row} /> },
  ];
}

/** Waiting time and state badges of an undecided request. */
function WaitingCell({ row }: { row: ReviewRow }) {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  const { filed_at, is_overdue, is_proposed, awaits_document, claim } = row;
  return (
    <>
      <div>{formats.timeSince(filed_at)}</div>
      {is_overdue && <Badge tone="red">{t('overdue')}</Badge>}
      {is_proposed && <Badge tone="gold">{t('proposed')}</Badge>}
      {awaits_document && <Badge>{t('awaitsDocument')}</Badge>}
      {claim && (
        <Badge tone="green">
          {claim.is_mine
            ? t('claim.badgeMine')
            : t('claim.badge', { name: claim.operator.name ?? claim.operator.email })}
        </Badge>
      )}
    </>
  );
}

import type { DoubtRow } from '@zavet/contract/desk/doubt-endpoints';
import type { DoubtVerdict } from '@zavet/contract/protocol/protocol-values';
import { useEndpoint } from '../../../../platform/queries/use-endpoint.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { SectionCard } from '../../../../ui/card.tsx';
import { classes } from '../../../../ui/classes.ts';
import { type Column, DataTable } from '../../../../ui/data-table.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { toasts } from '../../../../ui/toasts.tsx';
import styles from '../desk.module.css';
import { Person } from '../desk-parts.tsx';
import { useMutationWithCode } from '../operator-code.tsx';

/** Lists the starts that are on hold because of a contact's doubt. */
export function DoubtsCard() {
  const { t } = useTranslation('desk-requests');
  const columns = useColumns();
  const { data } = useEndpoint('listDoubts', {}, { staleTime: 0 });
  if (!data || data.doubts.length === 0) return null;
  return (
    <SectionCard title={t('doubts.title')} lead={t('doubts.lead')}>
      <DataTable
        label={t('doubts.title')}
        columns={columns}
        rows={data.doubts}
        keyOf={({ id }) => id}
      />
    </SectionCard>
  );
}

function useColumns(): Column<DoubtRow>[] {
  const { t } = useTranslation('desk-requests');
  const formats = useFormats();
  return [
    { title: t('columns.owner'), cell: ({ owner }) => <Person person={owner} /> },
    {
      title: t('doubts.starter'),
      cell: ({ id, contact, has_request }) => (
        <Person
          person={contact}
          name={(name) =>
            has_request ? (
              <TextLink to="/operator/requests" search={{ state: 'decided', id }}>
                {name}
              </TextLink>
            ) : (
              name
            )
          }
        />
      ),
    },
    {
      title: t('doubts.doubters'),
      cell: ({ doubters }) =>
        doubters.length > 0
          ? doubters.map((person) => <Person key={person.email} person={person} />)
          : t('earlier.gone'),
    },
    {
      title: t('doubts.status'),
      cell: ({ status, release_at }) => (
        <div className={styles.wholeWords}>
          <div>{t(`statuses.${status}`)}</div>
          {release_at && <div>{t('doubts.release', { date: formats.dateTime(release_at) })}</div>}
        </div>
      ),
    },
    {
      title: t('doubts.decidedBy'),
      cell: ({ decided_by, is_overdue }) => (
        <>
          <div>{formats.dateTime(decided_by)}</div>
          {is_overdue && <Badge tone="red">{t('overdue')}</Badge>}
        </>
      ),
    },
    { title: t('decision.title'), cell: (row) => <VerdictButtons row={row} /> },
  ];
}

function VerdictButtons({ row }: { row: DoubtRow }) {
  const { t } = useTranslation('desk-requests');
  const describe = useErrorText();
  const decide = useMutationWithCode('decideDoubt');
  const name = row.owner.name ?? row.owner.email;
  if (row.is_involved) return <p className={styles.quiet}>{t('doubts.involved')}</p>;

  async function decideAs(verdict: DoubtVerdict) {
    const texts = {
      title: t(`doubts.${verdict}Title`, { name }),
      lead: t(`doubts.${verdict}Lead`),
    };
    try {
      const body = { verdict, last_doubted_at: row.last_doubted_at };
      const done = await decide.mutateAsync({ params: { id: row.id }, body, texts });
      if (done) toasts.success(t('doubts.done'));
    } catch (error) {
      toasts.error(describe(error));
    }
  }

  return (
    <div className={classes(styles.wholeWords, styles.verdicts)}>
      {(['dismissed', 'upheld'] as const).map((verdict) => (
        <Button
          key={verdict}
          kind="quiet"
          aria-label={t(`doubts.${verdict}Title`, { name })}
          disabled={decide.isPending}
          onClick={() => void decideAs(verdict)}
        >
          {t(`doubts.${verdict}`)}
        </Button>
      ))}
    </div>
  );
}

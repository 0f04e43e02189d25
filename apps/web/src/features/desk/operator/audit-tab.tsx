import { useNavigate, useSearch } from '@tanstack/react-router';
import type { AuditRow } from '@zavet/contract/identity/audit-endpoints';
import { type AuditAct, auditActs, isOwnerAct } from '@zavet/contract/identity/audit-values';
import { useEndpointPages } from '../../../platform/queries/use-endpoint.ts';
import { SectionCard } from '../../../ui/card.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Notebook } from '../../../ui/drawings/notebook.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { SelectField } from '../../../ui/select.tsx';
import styles from './desk.module.css';
import { MorePages } from './desk-parts.tsx';

const allActs = 'all';

/** The audit log, optionally filtered by action. */
export function AuditTab() {
  const { t } = useTranslation(['desk-audit', 'audit']);
  const act = useSelectedAct();
  const navigate = useNavigate();
  const nameOf = useActName();
  const show = (value: string) => {
    const search = value === allActs ? {} : { state: value };
    void navigate({ to: '/operator/audit', search, replace: true });
  };
  const pages = useEndpointPages('listAudit', { query: { act } });
  return (
    <SectionCard title={t('title')} lead={t('lead')}>
      <div className={styles.filter}>
        <SelectField
          label={t('filter')}
          value={act ?? allActs}
          options={[
            { value: allActs, label: t('all') },
            ...auditActs.map((value) => ({ value, label: nameOf(value) })),
          ]}
          onChange={({ currentTarget: { value } }) => show(value)}
        />
      </div>
      <Loaded query={pages} lines={8}>
        {(data) => <Entries rows={data.pages.flatMap((page) => page.entries)} />}
      </Loaded>
      <MorePages pages={pages} />
    </SectionCard>
  );
}

function Entries({ rows }: { rows: AuditRow[] }) {
  const { t } = useTranslation('desk-audit');
  const columns = useColumns();
  if (rows.length === 0) {
    return (
      <EmptyState drawing={<Notebook />} title={t('none')}>
        {t('noneText')}
      </EmptyState>
    );
  }
  return <DataTable label={t('label')} columns={columns} rows={rows} keyOf={({ seq }) => seq} />;
}

function useColumns(): Column<AuditRow>[] {
  const { t } = useTranslation('desk-audit');
  const formats = useFormats();
  const nameOf = useActName();
  return [
    { title: t('columns.seq'), cell: ({ seq }) => seq },
    { title: t('columns.at'), cell: ({ at }) => <time dateTime={at}>{formats.dateTime(at)}</time> },
    {
      title: t('columns.actor'),
      cell: ({ actor }) => <span className={styles.actor}>{t(`actors.${actor}`)}</span>,
    },
    { title: t('columns.act'), cell: ({ act }) => nameOf(act) },
    { title: t('columns.about'), cell: (row) => <About row={row} /> },
    { title: t('columns.facts'), cell: ({ facts }) => <Facts facts={facts} /> },
  ];
}

function About({ row: { owner_id, subject_id } }: { row: AuditRow }) {
  const { t } = useTranslation('desk-audit');
  return (
    <ul className={styles.facts}>
      {owner_id && (
        <li>
          {t('owner')} <code>{owner_id}</code>
        </li>
      )}
      {subject_id && (
        <li>
          {t('subject')} <code>{subject_id}</code>
        </li>
      )}
    </ul>
  );
}

function Facts({ facts }: { facts: AuditRow['facts'] }) {
  return (
    <ul className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <li key={name}>
          <code>{`${name}: ${value}`}</code>
        </li>
      ))}
    </ul>
  );
}

/** Owners see the same names in their own log. */
function useActName(): (act: AuditAct) => string {
  const { t } = useTranslation(['desk-audit', 'audit']);
  return (act) => (isOwnerAct(act) ? t(`audit:acts.${act}`) : t(`acts.${act}`));
}

function useSelectedAct(): AuditAct | undefined {
  const { state } = useSearch({ strict: false });
  return auditActs.find((act) => act === state);
}

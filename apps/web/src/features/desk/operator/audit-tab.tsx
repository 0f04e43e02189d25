import { useNavigate, useSearch } from '@tanstack/react-router';
import { paymentTroubleKinds } from '@zavet/contract/billing/payment-values';
import {
  correctionProofs,
  renewalEndReasons,
  requestedRefundGrounds,
  suspensionReasons,
} from '@zavet/contract/desk/desk-values';
import type { AuditRow } from '@zavet/contract/identity/audit-endpoints';
import { type AuditAct, auditActs, isOwnerAct } from '@zavet/contract/identity/audit-values';
import {
  approvalBases,
  rejectionReasons,
  requestReasons,
} from '@zavet/contract/protocol/protocol-values';
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
import { MorePages, Person } from './desk-parts.tsx';

const allActs = 'all';

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
      cell: ({ actor, actor_person }) => (
        <>
          <span className={styles.actor}>{t(`actors.${actor}`)}</span>
          {actor_person && <Person person={actor_person} />}
        </>
      ),
    },
    { title: t('columns.act'), cell: ({ act }) => nameOf(act) },
    { title: t('columns.about'), cell: (row) => <OwnerAndSubject row={row} /> },
    { title: t('columns.facts'), cell: ({ facts }) => <AuditFacts facts={facts} /> },
  ];
}

/** The owner (by id once the account is deleted) and the id of the subject. */
function OwnerAndSubject({ row: { owner, owner_id, subject_id } }: { row: AuditRow }) {
  const { t } = useTranslation('desk-audit');
  return (
    <ul className={styles.facts}>
      {owner && (
        <li>
          <Person person={owner} />
        </li>
      )}
      {owner_id && !owner && (
        <li>
          {t('owner')} <code>{owner_id}</code>
        </li>
      )}
      {subject_id && subject_id !== owner_id && (
        <li>
          {t('subject')} <code>{subject_id}</code>
        </li>
      )}
    </ul>
  );
}

function AuditFacts({ facts }: { facts: AuditRow['facts'] }) {
  const textOf = useReasonText();
  return (
    <ul className={styles.facts}>
      {Object.entries(facts).map(([name, value]) => (
        <li key={name}>{textOf(name, value) ?? <code>{`${name}: ${value}`}</code>}</li>
      ))}
    </ul>
  );
}

/**
 * Returns a function that translates coded details with the texts of other tabs. It returns
 * undefined for all other details.
 */
function useReasonText(): (name: string, value: unknown) => string | undefined {
  const { t } = useTranslation(['desk-requests', 'desk-accounts', 'desk-payments']);
  const texts: Record<string, Record<string, string>> = {
    basis: textsOf(approvalBases, (one) => t(`desk-requests:bases.${one}`)),
    ground: textsOf(requestedRefundGrounds, (one) => t(`desk-accounts:acts.grounds.${one}`)),
    kind: textsOf(paymentTroubleKinds, (one) => t(`desk-payments:kinds.${one}`)),
    proof: textsOf(correctionProofs, (one) => t(`desk-accounts:proofs.${one}`)),
    reason: {
      ...textsOf(requestReasons, (one) => t(`desk-requests:reasons.${one}`)),
      ...textsOf(rejectionReasons, (one) => t(`desk-requests:rejections.${one}`)),
      ...textsOf(renewalEndReasons, (one) => t(`desk-accounts:acts.reasons.${one}`)),
      ...textsOf(suspensionReasons, (one) => t(`desk-accounts:acts.suspensionReasons.${one}`)),
    },
  };
  return (name, value) => texts[name]?.[String(value)];
}

function textsOf<Value extends string>(
  values: readonly Value[],
  text: (value: Value) => string,
): Record<string, string> {
  return Object.fromEntries(values.map((value) => [value, text(value)]));
}

/**
 * Returns a function that names an action, with the texts of the owner's log if it is shown there.
 */
function useActName(): (act: AuditAct) => string {
  const { t } = useTranslation(['desk-audit', 'audit']);
  return (act) => (isOwnerAct(act) ? t(`audit:acts.${act}`) : t(`acts.${act}`));
}

function useSelectedAct(): AuditAct | undefined {
  const { state } = useSearch({ strict: false });
  return auditActs.find((act) => act === state);
}

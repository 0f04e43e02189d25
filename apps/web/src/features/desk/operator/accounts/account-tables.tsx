import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import { type LegalDocument, legalPaths } from '@zavet/contract/identity/editions';
import { parseUserAgent } from '@zavet/contract/identity/user-agent';
import { DataTable } from '../../../../ui/data-table.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface TableProps {
  account: AccountView;
}

export function SessionTable({ account }: TableProps) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  const deviceOf = (userAgent: string | null) => {
    const { browser, system } = parseUserAgent(userAgent);
    return browser && system ? t('device', { browser, system }) : t('deviceUnknown');
  };
  if (account.sessions.length === 0) return <p>{t('detail.noSessions')}</p>;
  return (
    <DataTable
      label={t('detail.sessions')}
      rows={account.sessions}
      keyOf={({ id }) => id}
      columns={[
        { title: t('sessionColumns.device'), cell: ({ user_agent }) => deviceOf(user_agent) },
        {
          title: t('sessionColumns.ip'),
          cell: ({ ip_address }) => ip_address ?? t('values.never'),
        },
        {
          title: t('sessionColumns.since'),
          cell: ({ created_at }) => formats.dateTime(created_at),
        },
        {
          title: t('sessionColumns.lastSeen'),
          cell: ({ last_seen_at }) => formats.dateTime(last_seen_at),
        },
      ]}
    />
  );
}

export function ConsentTable({ account }: TableProps) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  // What was accepted long ago may have another name today.
  const nameOf = (document: string) =>
    document in legalPaths ? t(`documents.${document as LegalDocument}`) : document;
  if (account.consents.length === 0) return <p>{t('detail.noConsents')}</p>;
  return (
    <DataTable
      isNarrow
      label={t('detail.consents')}
      rows={account.consents}
      keyOf={({ document, version }) => `${document} ${version}`}
      columns={[
        { title: t('consentColumns.document'), cell: ({ document }) => nameOf(document) },
        { title: t('consentColumns.version'), cell: ({ version }) => formats.date(version) },
        {
          title: t('consentColumns.accepted'),
          cell: ({ accepted_at }) => formats.dateTime(accepted_at),
        },
      ]}
    />
  );
}

/** What was corrected before, and by which document. */
export function CorrectionTable({ account }: TableProps) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  if (account.corrections.length === 0) return null;
  return (
    <DataTable
      label={t('detail.corrections')}
      rows={account.corrections}
      keyOf={({ id }) => id}
      columns={[
        {
          title: t('correctionColumns.at'),
          cell: ({ corrected_at }) => formats.dateTime(corrected_at),
        },
        {
          title: t('correctionColumns.fields'),
          cell: ({ fields }) => fields.map((field) => t(`fields.${field}`)).join(', '),
        },
        { title: t('correctionColumns.proof'), cell: ({ proof }) => t(`proofs.${proof}`) },
        { title: t('correctionColumns.reference'), cell: ({ reference }) => reference },
      ]}
    />
  );
}

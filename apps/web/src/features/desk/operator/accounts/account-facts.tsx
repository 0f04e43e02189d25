import type { AccountView } from '@zavet/contract/desk/account-endpoints';
import type { AccountState } from '@zavet/contract/desk/desk-values';
import { type LegalDocument, legalPaths } from '@zavet/contract/identity/editions';
import { parseUserAgent } from '@zavet/contract/identity/user-agent';
import { Badge, type Tone } from '../../../../ui/badge.tsx';
import { DataTable } from '../../../../ui/data-table.tsx';
import { FactList } from '../../../../ui/fact-list.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface FactsProps {
  account: AccountView;
}

const bytesPerMb = 1024 * 1024;

export function PersonFacts({ account }: FactsProps) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  const { pending_email, last_seen_at, date_of_birth } = account;
  const unset = t('values.unset');
  return (
    <FactList
      facts={[
        ...(pending_email ? [{ name: t('facts.pendingEmail'), value: pending_email }] : []),
        { name: t('facts.firstName'), value: account.first_name ?? unset },
        { name: t('facts.lastName'), value: account.last_name ?? unset },
        {
          name: t('facts.dateOfBirth'),
          value: date_of_birth ? formats.date(date_of_birth) : unset,
        },
        {
          name: t('facts.pin'),
          value: account.has_pin ? t('values.pinSet') : t('values.pinNotSet'),
        },
        { name: t('facts.language'), value: formats.language(account.language) },
        { name: t('facts.created'), value: formats.dateTime(account.created_at) },
        {
          name: t('facts.lastSeen'),
          value: last_seen_at ? formats.dateTime(last_seen_at) : t('values.never'),
        },
      ]}
    />
  );
}

export function PlanFacts({ account }: FactsProps) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  const { plan, limit_mb, valid_until, grace_until, auto_renewal, has_card } = account.plan;
  return (
    <FactList
      facts={[
        { name: t('facts.plan'), value: t(`plans.${plan}`) },
        { name: t('facts.limit'), value: formats.storage(limit_mb) },
        ...(valid_until ? [{ name: t('facts.validUntil'), value: formats.date(valid_until) }] : []),
        ...(grace_until ? [{ name: t('facts.graceUntil'), value: formats.date(grace_until) }] : []),
        { name: t('facts.renewal'), value: auto_renewal ? t('values.on') : t('values.off') },
        { name: t('facts.card'), value: has_card ? t('values.yes') : t('values.no') },
      ]}
    />
  );
}

export function ContentFacts({ account }: FactsProps) {
  const { t } = useTranslation('desk-accounts');
  const formats = useFormats();
  const { contacts, instructions, files, used_bytes } = account;
  return (
    <FactList
      facts={[
        { name: t('facts.contactsConfirmed'), value: formats.number(contacts.confirmed) },
        { name: t('facts.contactsPending'), value: formats.number(contacts.pending) },
        { name: t('facts.contactsDeclined'), value: formats.number(contacts.declined) },
        { name: t('facts.contactsActivated'), value: formats.number(contacts.activated) },
        { name: t('facts.instructions'), value: formats.number(instructions) },
        { name: t('facts.files'), value: formats.number(files) },
        { name: t('facts.used'), value: formats.megabytes(used_bytes / bytesPerMb) },
      ]}
    />
  );
}

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
  // Falls back to the id of a document that no longer exists.
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

const tones: Record<AccountState, Tone> = {
  unconfirmed: 'plain',
  active: 'green',
  suspended: 'red',
  protocol_waiting: 'gold',
  protocol_active: 'red',
};

export function StateBadge({ state }: { state: AccountState }) {
  const { t } = useTranslation('desk-accounts');
  return <Badge tone={tones[state]}>{t(`state.${state}`)}</Badge>;
}

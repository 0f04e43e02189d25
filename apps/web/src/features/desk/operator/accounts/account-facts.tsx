import type { AccountView } from '@zavet/contract/desk/account-endpoints';
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

export function KeptFacts({ account }: FactsProps) {
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

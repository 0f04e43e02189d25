import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { ReactNode } from 'react';
import { FactList } from '../../../ui/fact-list.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { type ContactValues, invitationStageOf } from './contact-rules.ts';

/**
 * Excludes the fields in the card's head, the consent (shown with `is_minor`) and the note (part of
 * the invitation).
 */
type DetailField =
  | Exclude<
      keyof ContactValues,
      'name' | 'email' | 'relationship' | 'invitation_note' | 'has_guardian_consent'
    >
  | 'is_bound'
  | 'yearly';

/** Non-empty details that the card does not already show. */
export function ContactDetails({ contact }: { contact: ContactView }) {
  const { t } = useTranslation(['contacts', 'shell']);
  const formats = useFormats();
  const consentAt = contact.guardian_consent_at;
  const consentDate = consentAt && formats.date(consentAt);
  const { yearly } = contact;
  const details: Record<DetailField, [name: string, value: ReactNode]> = {
    phone: [
      t('fields.phone'),
      contact.phone && <a href={`tel:${contact.phone}`}>{formats.phone(contact.phone)}</a>,
    ],
    category: [t('fields.category'), t(`categories.${contact.category}`)],
    preferred_language: [
      t('fields.preferred_language'),
      t(`shell:languages.${contact.preferred_language}`),
    ],
    address: [t('fields.address'), contact.address],
    notes: [t('fields.notes'), contact.notes],
    is_minor: [
      t('fields.minor'),
      contact.is_minor && consentDate && t('fields.minorWithConsent', { date: consentDate }),
    ],
    is_bound: [
      t('fields.account'),
      contact.is_confirmed && t(contact.is_bound ? 'fields.hasAccount' : 'fields.noAccount'),
    ],
    yearly: [
      t('yearly.label'),
      yearly?.asked_at &&
        !yearly.is_unreached &&
        t('yearly.asked', { day: formats.date(yearly.asked_at) }),
    ],
  };
  const shownDetails = Object.values(details).filter(([, value]) => value);
  return <FactList facts={shownDetails.map(([name, value]) => ({ name, value }))} />;
}

interface ContactStateProps {
  contact: ContactView;
  /** True if the card shows a code to pass on. */
  hasUnsentCode: boolean;
}

export function ContactState({ contact, hasUnsentCode }: ContactStateProps) {
  const { t } = useTranslation('contacts');
  const formats = useFormats();
  switch (contact.status) {
    case 'confirmed':
      return <ConfirmedState contact={contact} />;
    case 'activated': {
      const date = contact.protocol_activated_at ?? contact.updated_at;
      return <p>{t('activatedText', { date: formats.date(date) })}</p>;
    }
    case 'declined':
      return <p>{t('invitation.declined')}</p>;
    case 'uninvited':
    case 'pending':
      return <PendingState contact={contact} hasUnsentCode={hasUnsentCode} />;
  }
}

function ConfirmedState({ contact }: { contact: ContactView }) {
  const { t } = useTranslation('contacts');
  const formats = useFormats();
  const since = contact.yearly?.confirmed_at;
  const count = contact.instruction_count;
  const { yearly } = contact;
  if (yearly?.is_unreached && yearly.asked_at) {
    const day = formats.date(yearly.asked_at);
    return <Notice kind="warning">{t('yearly.unreached', { day })}</Notice>;
  }
  return (
    <p>
      {since ? t('state.agreedOn', { day: formats.day(since) }) : t('state.agreed')}{' '}
      {count > 0 ? t('state.receives', { count }) : t('state.receivesNothing')}
    </p>
  );
}

function PendingState({ contact, hasUnsentCode }: ContactStateProps) {
  const { t } = useTranslation('contacts');
  const formats = useFormats();
  const { invitation, email } = contact;
  const until = invitation ? formats.day(invitation.expires_at) : '';
  const stage = invitationStageOf(invitation, Date.now());
  switch (stage) {
    case 'refused':
      return (
        <Notice kind="warning" title={t('invitation.refusedTitle')}>
          {t(`invitation.${refusedTextKey(email, hasUnsentCode)}`, { email })}
        </Notice>
      );
    case 'queued':
      return hasUnsentCode ? null : <p>{t('invitation.queued')}</p>;
    case 'none':
    case 'sent':
    case 'expired':
      return <p>{t(`invitation.${stage}`, { until })}</p>;
  }
}

/** Many mail servers accept only Latin letters before the @, so resending would not help. */
function refusedTextKey(email: string, hasUnsentCode: boolean) {
  if (/[^\p{ASCII}]/u.test(email.slice(0, email.lastIndexOf('@')))) return 'refusedScript';
  return hasUnsentCode ? 'refusedWithCode' : 'refused';
}

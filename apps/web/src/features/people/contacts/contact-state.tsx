import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { invitationStage } from './invitation-stage.ts';

interface ContactStateProps {
  contact: ContactView;
  /** The code to pass on stands below. */
  hasUnsentCode: boolean;
}

/** How things stand with this person, in one line. */
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

/** What became of the latest invitation. */
function PendingState({ contact, hasUnsentCode }: ContactStateProps) {
  const { t } = useTranslation('contacts');
  const formats = useFormats();
  const { invitation, email } = contact;
  const until = invitation ? formats.day(invitation.expires_at) : '';
  const stage = invitationStage(invitation, Date.now());
  switch (stage) {
    case 'refused':
      return (
        <Notice kind="warning" title={t('invitation.refusedTitle')}>
          {t(`invitation.${refusedText(email, hasUnsentCode)}`, { email })}
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

/** Before the @ many mail servers take Latin letters only, and a repetition changes nothing. */
function refusedText(email: string, hasUnsentCode: boolean) {
  if (/[^\p{ASCII}]/u.test(email.slice(0, email.lastIndexOf('@')))) return 'refusedScript';
  return hasUnsentCode ? 'refusedWithCode' : 'refused';
}

import type { InvitationView } from '@zavet/contract/people/invitation-endpoints';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './invitation.module.css';

interface LateInvitationTextProps {
  invitation: InvitationView;
  active: NonNullable<InvitationView['active_protocol']>;
}

/** For somebody who had not answered before the protocol was activated: what happened, and what now. */
export function LateInvitationText({ invitation, active }: LateInvitationTextProps) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  const { owner_name: name, owner_email: email } = invitation;
  const date = formats.date(active.activated_at);
  return (
    <div className={styles.text}>
      <p className={styles.greeting}>{t('greeting', { name: invitation.contact_name })}</p>
      <p>{name ? t('late.named', { name, email }) : t('late.unnamed', { email })}</p>
      <p>
        {active.activated_by
          ? t('late.started', { activator: active.activated_by, date })
          : t('late.startedBySomebody', { date })}
      </p>
      <Heading level={2}>{t('meaning.title')}</Heading>
      <ul className={styles.points}>
        <li>{t('late.accept')}</li>
        <li>{t('late.free')}</li>
        <li>{t('late.decline')}</li>
      </ul>
      <p className={styles.quiet}>
        {t('late.until', { date: formats.date(invitation.expires_at) })}
      </p>
    </div>
  );
}

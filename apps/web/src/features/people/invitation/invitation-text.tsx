import { priceEditions, pricesInForce } from '@zavet/contract/billing/plan-catalogue';
import { moscowDay } from '@zavet/contract/days';
import type { InvitationView } from '@zavet/contract/people/invitation-endpoints';
import { Heading } from '../../../ui/heading.tsx';
import { useFormats } from '../../../ui/language/formats.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './invitation.module.css';

/** Who asks, what it means, what it costs and when. */
export function InvitationText({ invitation }: { invitation: InvitationView }) {
  const { t } = useTranslation('invitation');
  const formats = useFormats();
  const { owner_name: name, owner_email: email } = invitation;
  const { protocolActivation } = pricesInForce(priceEditions, moscowDay(new Date()));
  return (
    <div className={styles.text}>
      <p className={styles.greeting}>{t('greeting', { name: invitation.contact_name })}</p>
      <p>{name ? t('asksNamed', { name, email }) : t('asks', { email })}</p>
      <p className={styles.quiet}>{t('service')}</p>
      <Heading level={2}>{t('meaning.title')}</Heading>
      <ul className={styles.points}>
        <li>{t('meaning.now')}</li>
        <li>{t('meaning.later')}</li>
        <li>{t('meaning.price', { price: formats.rubles(protocolActivation) })}</li>
        <li>{t('meaning.content')}</li>
      </ul>
      <p className={styles.quiet}>
        {t('changeMind', { date: formats.date(invitation.expires_at) })}
      </p>
    </div>
  );
}

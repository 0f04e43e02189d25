import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { LettersPreview } from '@zavet/contract/protocol/delivery-endpoints';
import { Initials } from '../../../../ui/initials.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import styles from './person.module.css';

const agreements = {
  pending: 'notAgreed',
  declined: 'declined',
  confirmed: 'agreed',
  activated: 'agreed',
} as const;

interface WhoProps extends Pick<LettersPreview, 'contact'> {
  /** All else that is known of them. */
  known: ContactView | undefined;
}

/** The person, and whether they have agreed. */
export function Who({ contact, known }: WhoProps) {
  const { t } = useTranslation('list');
  const agreement = agreements[contact.status];
  return (
    <div className={styles.who}>
      <Initials name={contact.name} tone={agreement === 'agreed' ? 'green' : 'gold'} size="large" />
      <div className={styles.main}>
        <p className={styles.name}>{contact.name}</p>
        {known && (
          <p className={styles.quiet}>
            {[known.relationship, known.email].filter(Boolean).join(' · ')}
          </p>
        )}
        <p>{t(`person.${agreement}`)}</p>
      </div>
    </div>
  );
}

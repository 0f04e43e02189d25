import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { ShownContactStatus } from '@zavet/contract/people/contact-rules';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import styles from './contact-badges.module.css';

const tones: Record<ShownContactStatus, Tone> = {
  uninvited: 'gold',
  pending: 'gold',
  confirmed: 'green',
  declined: 'red',
  activated: 'green',
};

/** Whether this person would get anything today. */
export function ContactState({ contact }: { contact: ContactView }) {
  const { t } = useTranslation('instructions');
  return <Badge tone={tones[contact.status]}>{t(`contactStates.${contact.status}`)}</Badge>;
}

interface ContactBadgesProps {
  contacts: readonly ContactView[];
  ids: readonly string[];
}

/** The people an instruction is meant for; those who have not agreed yet are marked. */
export function ContactBadges({ contacts, ids }: ContactBadgesProps) {
  const { t } = useTranslation('instructions');
  const chosen = contacts.filter(({ id }) => ids.includes(id));
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.badges} aria-label={t('card.contacts')}>
      {chosen.map(({ id, name, status, is_confirmed }) => (
        <li key={id}>
          <Badge tone={tones[status]}>
            {is_confirmed
              ? name
              : t('card.contactAndState', { name, state: t(`contactStates.${status}`) })}
          </Badge>
        </li>
      ))}
    </ul>
  );
}

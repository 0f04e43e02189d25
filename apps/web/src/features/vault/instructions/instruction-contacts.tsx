import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import type { ShownContactStatus } from '@zavet/contract/people/contact-rules';
import type { InstructionSummary } from '@zavet/contract/vault/instruction-schemas';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import styles from './instruction-contacts.module.css';
import { isProtocolActive } from './instruction-rules.ts';

const tones: Record<ShownContactStatus, Tone> = {
  uninvited: 'gold',
  pending: 'gold',
  confirmed: 'green',
  declined: 'red',
  activated: 'green',
};

export function ContactState({ contact }: { contact: ContactView }) {
  const { t } = useTranslation('instructions');
  return <Badge tone={tones[contact.status]}>{t(`contactStates.${contact.status}`)}</Badge>;
}

interface ContactBadgesProps {
  contacts: readonly ContactView[];
  ids: readonly string[];
}

/** The contacts of an instruction; unconfirmed ones are marked with their state. */
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

type RecipientFields = Pick<InstructionSummary, 'recipient_name' | 'recipient_email'>;

/** Formats the further recipient as name, address, or both. */
export function useRecipientText(): (instruction: RecipientFields) => string | undefined {
  const { t } = useTranslation('instructions');
  return ({ recipient_name: name, recipient_email: email }) => {
    if (name && email) return t('card.nameAndEmail', { name, email });
    return name ?? email ?? undefined;
  };
}

/** Warns that new instructions will not be delivered while the protocol is active. */
export function ProtocolActiveNotice({ contacts }: { contacts: readonly ContactView[] }) {
  const { t } = useTranslation('instructions');
  if (!isProtocolActive(contacts)) return null;
  return (
    <Notice kind="warning" title={t('protocol.activeTitle')}>
      {t('protocol.activeText')}
    </Notice>
  );
}

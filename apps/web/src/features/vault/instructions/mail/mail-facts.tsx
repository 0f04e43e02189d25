import type { InstructionView } from '@zavet/contract/vault/instruction-schemas';
import type { ReactNode } from 'react';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { useContacts } from '../../../people/contacts/public/use-contacts.ts';
import { ContactBadges } from '../contact-badges.tsx';
import { useRecipientText } from '../use-recipient-text.ts';
import styles from './mail.module.css';

/** To whom, of what kind, and when. */
export function MailFacts({ mail }: { mail: InstructionView }) {
  const { t } = useTranslation(['mail', 'instructions']);
  const formats = useFormats();
  const contacts = useContacts().data?.contacts;
  const recipient = useRecipientText()(mail);
  const isForNobody = mail.trusted_contact_ids.length === 0;
  return (
    <dl className={styles.facts}>
      <Fact name={t('facts.contacts')}>
        {isForNobody && t('facts.nobody')}
        {!isForNobody && contacts && (
          <ContactBadges contacts={contacts} ids={mail.trusted_contact_ids} />
        )}
      </Fact>
      {recipient && <Fact name={t('facts.recipient')}>{recipient}</Fact>}
      <Fact name={t('facts.category')}>{t(`instructions:categories.${mail.category}`)}</Fact>
      <Fact name={t('facts.created')}>{formats.dateTime(mail.created_at)}</Fact>
      {mail.updated_at !== mail.created_at && (
        <Fact name={t('facts.updated')}>{formats.dateTime(mail.updated_at)}</Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

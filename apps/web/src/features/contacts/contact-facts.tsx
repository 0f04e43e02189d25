import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../interface/language/formats.ts';
import styles from './contacts.module.css';

/** Everything that is known about a contact; what is not known is left out. */
export function ContactFacts({ contact }: { contact: ContactView }) {
  const { t } = useTranslation(['contacts', 'shell']);
  const formats = useFormats();
  const consentAt = contact.guardian_consent_at;
  return (
    <dl className={styles.facts}>
      <Fact name={t('fields.email')}>{contact.email}</Fact>
      <Fact name={t('fields.phone')}>
        {contact.phone && <a href={`tel:${contact.phone}`}>{contact.phone}</a>}
      </Fact>
      <Fact name={t('fields.relationship')}>{contact.relationship}</Fact>
      <Fact name={t('fields.category')}>{t(`categories.${contact.category}`)}</Fact>
      <Fact name={t('fields.preferred_language')}>
        {t(`shell:languages.${contact.preferred_language}`)}
      </Fact>
      <Fact name={t('fields.address')}>{contact.address}</Fact>
      <Fact name={t('fields.notes')}>{contact.notes}</Fact>
      <Fact name={t('fields.minor')}>
        {contact.is_minor &&
          consentAt &&
          t('fields.minorWithConsent', { date: formats.date(consentAt) })}
      </Fact>
      <Fact name={t('fields.instructions')}>
        {contact.instruction_count > 0
          ? formats.number(contact.instruction_count)
          : t('fields.noInstructions')}
      </Fact>
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  if (!children) return null;
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

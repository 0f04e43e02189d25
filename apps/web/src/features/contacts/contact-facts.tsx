import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import type { ReactNode } from 'react';
import { useFormats } from '../../interface/language/formats.ts';
import { useTranslation } from '../../interface/language/use-translation.ts';
import type { ContactValues } from './contact-values.ts';
import styles from './contacts.module.css';

/** The name stands above, a consent with the minor. */
type ShownField =
  | Exclude<keyof ContactValues, 'name' | 'has_guardian_consent'>
  | 'is_bound'
  | 'instruction_count'
  | 'yearly';

/** Everything that is known about a contact; what is not known is left out. */
export function ContactFacts({ contact }: { contact: ContactView }) {
  const { t } = useTranslation(['contacts', 'shell']);
  const formats = useFormats();
  const consentAt = contact.guardian_consent_at;
  const consentDate = consentAt && formats.date(consentAt);
  function yearlyText(yearly: ContactView['yearly']) {
    if (yearly?.asked_at) return t('yearly.asked', { day: formats.date(yearly.asked_at) });
    return (
      yearly?.confirmed_at && t('yearly.confirmed', { day: formats.date(yearly.confirmed_at) })
    );
  }
  const facts: Record<ShownField, [name: string, value: ReactNode]> = {
    email: [t('fields.email'), contact.email],
    phone: [
      t('fields.phone'),
      contact.phone && <a href={`tel:${contact.phone}`}>{contact.phone}</a>,
    ],
    relationship: [t('fields.relationship'), contact.relationship],
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
    instruction_count: [
      t('fields.instructions'),
      contact.instruction_count > 0
        ? formats.number(contact.instruction_count)
        : t('fields.noInstructions'),
    ],
    yearly: [t('yearly.label'), yearlyText(contact.yearly)],
  };
  return (
    <dl className={styles.facts}>
      {Object.entries(facts).map(
        ([field, [name, value]]) =>
          value && (
            <div key={field} className={styles.fact}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

import { contactCategories } from '@zavet/contract/contacts/contact-values';
import { locales } from '@zavet/contract/locales';
import { Fragment, type ReactNode } from 'react';
import { AddressSlip } from '../../interface/address-slip.tsx';
import { CheckField } from '../../interface/check-field.tsx';
import { Field } from '../../interface/field.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { SelectField } from '../../interface/select-field.tsx';
import { TextAreaField } from '../../interface/text-area-field.tsx';
import type { ContactValues } from './contact-values.ts';
import styles from './contacts.module.css';
import type { ContactFormState } from './use-contact-form.ts';

/** It is about somebody else, so the browser must not fill in the owner's own details. */
const aboutAnother = { autoComplete: 'off' } as const;

interface ContactFieldsProps {
  form: ContactFormState;
  isNew: boolean;
}

/** Every field that a contact has, in the order in which they are asked. */
export function ContactFields({ form, isNew }: ContactFieldsProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const { field, check, values } = form;
  const fields: Record<keyof ContactValues, ReactNode> = {
    name: <Field {...field('name')} {...aboutAnother} label={t('fields.name')} required />,
    email: (
      <div>
        <Field
          {...field('email')}
          {...aboutAnother}
          label={t('fields.email')}
          help={t(isNew ? 'fields.emailHelp' : 'fields.emailEditHelp')}
          type="email"
          inputMode="email"
          required
        />
        <AddressSlip address={values.email} onCorrect={(email) => form.setValues({ email })} />
      </div>
    ),
    preferred_language: (
      <SelectField
        {...field('preferred_language')}
        label={t('fields.preferred_language')}
        help={t('fields.preferred_languageHelp')}
        options={locales.map((value) => ({ value, label: t(`shell:languages.${value}`) }))}
      />
    ),
    category: (
      <SelectField
        {...field('category')}
        label={t('fields.category')}
        options={contactCategories.map((value) => ({ value, label: t(`categories.${value}`) }))}
      />
    ),
    relationship: (
      <Field
        {...field('relationship')}
        {...aboutAnother}
        label={t('fields.relationship')}
        help={t('fields.relationshipHelp')}
      />
    ),
    phone: (
      <Field
        {...field('phone')}
        {...aboutAnother}
        label={t('fields.phone')}
        help={t('fields.phoneHelp')}
        type="tel"
      />
    ),
    address: (
      <TextAreaField
        {...field('address')}
        {...aboutAnother}
        label={t('fields.address')}
        help={t('fields.addressHelp')}
        rows={2}
      />
    ),
    notes: (
      <TextAreaField
        {...field('notes')}
        {...aboutAnother}
        label={t('fields.notes')}
        help={t('fields.notesHelp')}
        rows={4}
      />
    ),
    is_minor: (
      <div className={styles.minor}>
        <CheckField {...check('is_minor')} label={t('fields.is_minor')} />
        {values.is_minor && (
          <CheckField {...check('has_guardian_consent')} label={t('fields.has_guardian_consent')} />
        )}
      </div>
    ),
    // Asked together with the one above.
    has_guardian_consent: null,
  };
  return Object.entries(fields).map(([name, element]) => <Fragment key={name}>{element}</Fragment>);
}

import { locales } from '@zavet/contract/locales';
import { contactCategories } from '@zavet/contract/people/contact-rules';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { AddressSuggestion } from '../../../ui/address-suggestion.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/choice-fields.tsx';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconChevronDown } from '../../../ui/more-icons.tsx';
import { SelectField } from '../../../ui/select.tsx';
import type { ContactValues } from './contact-values.ts';
import styles from './contacts.module.css';
import type { ContactFormState } from './use-contact-form.ts';

/** It is about somebody else, so the browser must not fill in the owner's own details. */
const aboutAnother = { autoComplete: 'off' } as const;

const askedMore = [
  'preferred_language',
  'category',
  'phone',
  'address',
  'notes',
  'is_minor',
  'has_guardian_consent',
] as const satisfies readonly (keyof ContactValues)[];

type AskedFirst = Exclude<keyof ContactValues, (typeof askedMore)[number]>;

interface ContactFieldsProps {
  form: ContactFormState;
  isNew: boolean;
}

/** What has to be known, and how one calls that person; the rest is folded. */
export function ContactFields({ form, isNew }: ContactFieldsProps) {
  const { t } = useTranslation('contacts');
  const { field, values } = form;
  const fields: Record<AskedFirst, ReactNode> = {
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
        <AddressSuggestion
          address={values.email}
          onCorrect={(email) => form.setValues({ email })}
        />
      </div>
    ),
    relationship: (
      <Field
        {...field('relationship')}
        {...aboutAnother}
        label={t('fields.relationship')}
        help={t('fields.relationshipHelp')}
      />
    ),
  };
  return (
    <>
      {drawn(fields)}
      <MoreFields form={form} />
    </>
  );
}

/** Opened where something stands in them already, or something is wrong there. */
function MoreFields({ form }: { form: ContactFormState }) {
  const { t } = useTranslation(['contacts', 'shell']);
  const { field, check, values } = form;
  const regionId = useId();
  const [isUnfolded, setUnfolded] = useState(form.holdsMore);
  const isOpen = isUnfolded || askedMore.some((name) => form.errorOf(name) !== undefined);
  const fields: Record<(typeof askedMore)[number], ReactNode> = {
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
  return (
    <div className={styles.more}>
      <Button
        kind="plain"
        className={styles.unfold}
        aria-expanded={isOpen}
        aria-controls={regionId}
        icon={<IconChevronDown size={20} aria-hidden />}
        onClick={() => setUnfolded(!isOpen)}
      >
        {t('form.more')}
      </Button>
      {!isOpen && <p className={styles.moreHint}>{t('form.moreHint')}</p>}
      <div id={regionId} className={styles.fields} hidden={!isOpen}>
        {drawn(fields)}
      </div>
    </div>
  );
}

function drawn(fields: Record<string, ReactNode>) {
  return Object.entries(fields).map(([name, element]) => <Fragment key={name}>{element}</Fragment>);
}

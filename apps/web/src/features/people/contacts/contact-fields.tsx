import { locales } from '@zavet/contract/locales';
import type { ContactInput } from '@zavet/contract/people/contact-endpoints';
import { contactCategories } from '@zavet/contract/people/contact-rules';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { AddressSuggestion } from '../../../ui/address-suggestion.tsx';
import { Button } from '../../../ui/button.tsx';
import { CheckField } from '../../../ui/choice-fields.tsx';
import { Field, TextAreaField } from '../../../ui/field.tsx';
import type { useContractForm } from '../../../ui/form/use-contract-form.ts';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { IconChevronDown } from '../../../ui/more-icons.tsx';
import { SelectField } from '../../../ui/select.tsx';
import type { ContactValues } from './contact-rules.ts';
import styles from './contacts.module.css';

/** Prevents the browser from filling in the owner's own details. */
const noAutofill = { autoComplete: 'off' } as const;

const optionalFields = [
  'preferred_language',
  'category',
  'phone',
  'address',
  'notes',
  'is_minor',
  'has_guardian_consent',
] as const satisfies readonly (keyof ContactValues)[];

type MainField = Exclude<keyof ContactValues, (typeof optionalFields)[number]>;

type ContactFormState = ReturnType<
  typeof useContractForm<ContactValues, ContactInput, ContactInput>
>;

interface ContactFieldsProps {
  form: ContactFormState;
  isNew: boolean;
  /** The saved address, if the contact is confirmed. */
  confirmedEmail: string | undefined;
  hasOptionalDetails: boolean;
}

export function ContactFields(props: ContactFieldsProps) {
  const { form, isNew, confirmedEmail, hasOptionalDetails } = props;
  const { t } = useTranslation('contacts');
  const { field, values } = form;
  const fields: Record<MainField, ReactNode> = {
    name: <Field {...field('name')} {...noAutofill} label={t('fields.name')} required />,
    email: (
      <div>
        <Field
          {...field('email')}
          {...noAutofill}
          label={t('fields.email')}
          help={isNew ? undefined : t('fields.emailEditHelp')}
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
        {...noAutofill}
        label={t('fields.relationship')}
        help={t('fields.relationshipHelp')}
      />
    ),
    // A confirmed contact is invited again only if the address changes.
    invitation_note:
      values.email === confirmedEmail ? null : (
        <TextAreaField
          {...field('invitation_note')}
          {...noAutofill}
          label={t('fields.invitation_note')}
          help={t('fields.invitation_noteHelp')}
          rows={2}
        />
      ),
  };
  return (
    <>
      {renderFields(fields)}
      <OptionalFields form={form} hasOptionalDetails={hasOptionalDetails} />
    </>
  );
}

/** Collapsed unless a field has a value or an error. */
function OptionalFields({
  form,
  hasOptionalDetails,
}: Pick<ContactFieldsProps, 'form' | 'hasOptionalDetails'>) {
  const { t } = useTranslation(['contacts', 'shell']);
  const { field, check, values } = form;
  const regionId = useId();
  const [isExpanded, setExpanded] = useState(hasOptionalDetails);
  const isOpen = isExpanded || optionalFields.some((name) => form.errorOf(name) !== undefined);
  const fields: Record<(typeof optionalFields)[number], ReactNode> = {
    preferred_language: (
      <SelectField
        {...field('preferred_language')}
        label={t('fields.preferred_language')}
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
        {...noAutofill}
        label={t('fields.phone')}
        help={t('fields.phoneHelp')}
        type="tel"
      />
    ),
    address: (
      <TextAreaField
        {...field('address')}
        {...noAutofill}
        label={t('fields.address')}
        help={t('fields.addressHelp')}
        rows={2}
      />
    ),
    notes: (
      <TextAreaField
        {...field('notes')}
        {...noAutofill}
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
    // Rendered as part of `is_minor`.
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
        onClick={() => setExpanded(!isOpen)}
      >
        {t('form.more')}
      </Button>
      <div id={regionId} className={styles.fields} hidden={!isOpen}>
        {renderFields(fields)}
      </div>
    </div>
  );
}

function renderFields(fields: Record<string, ReactNode>) {
  return Object.entries(fields).map(([name, element]) => <Fragment key={name}>{element}</Fragment>);
}

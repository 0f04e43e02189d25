import { limits } from '@zavet/contract/limits';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import {
  instructionCategories,
  instructionPriorities,
} from '@zavet/contract/vault/instruction-values';
import { useId } from 'react';
import { TextLink } from '../../../../ui/button.tsx';
import { CheckGroup } from '../../../../ui/choice-fields.tsx';
import { Field, TextAreaField } from '../../../../ui/field.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SelectField } from '../../../../ui/select.tsx';
import { ContactState } from '../instruction-contacts.tsx';
import styles from './form.module.css';
import type { InstructionFormState } from './use-instruction-form.ts';

/** Shows the counter for the last tenth of the limit. */
const countedFrom = limits.instructionTextMaxLength * 0.9;

export function TextFields({ form }: { form: InstructionFormState }) {
  const { t } = useTranslation('instructions');
  const open = { value: '', label: t('form.choose') };
  const categories = instructionCategories.map((value) => ({
    value,
    label: t(`categories.${value}`),
  }));
  const priorities = instructionPriorities.map((value) => ({
    value,
    label: t(`priorities.${value}`),
  }));
  return (
    <>
      <Field
        {...form.field('title')}
        label={t('fields.title')}
        help={t('fields.titleHelp')}
        aria-required
      />
      <SelectField
        {...form.field('category')}
        label={t('fields.category')}
        missing={t('form.chooseCategory')}
        options={[open, ...categories]}
        aria-required
      />
      <SelectField
        {...form.field('priority')}
        label={t('fields.priority')}
        missing={t('form.choosePriority')}
        options={[open, ...priorities]}
        aria-required
      />
      <ContentField form={form} />
    </>
  );
}

function ContentField({ form }: { form: InstructionFormState }) {
  const { t } = useTranslation('instructions');
  const formats = useFormats();
  const counterId = useId();
  const remaining = limits.instructionTextMaxLength - form.values.content.length;
  const isCounted = form.values.content.length >= countedFrom;
  return (
    <div>
      <TextAreaField
        {...form.field('content')}
        label={t('fields.content')}
        help={t('fields.contentHelp')}
        className={styles.content}
        aria-required
        aria-describedby={counterId}
      />
      <p id={counterId} className={styles.counter} data-over={remaining < 0 || undefined}>
        {isCounted &&
          t(remaining < 0 ? 'form.tooMany' : 'form.left', {
            count: Math.abs(remaining),
            number: formats.number(Math.abs(remaining)),
          })}
      </p>
    </div>
  );
}

interface RecipientFieldsProps {
  form: InstructionFormState;
  contacts: ContactView[];
  startsAtContacts: boolean;
}

/** Trusted contacts and an optional additional recipient. */
export function RecipientFields({ form, contacts, startsAtContacts }: RecipientFieldsProps) {
  const { t } = useTranslation('instructions');
  return (
    <>
      {contacts.length > 0 ? (
        <CheckGroup
          legend={t('fields.trusted_contact_ids')}
          help={t('fields.contactsHelp')}
          error={form.errorOf('trusted_contact_ids')}
          takesFocus={startsAtContacts}
          options={contacts.map((contact) => ({
            value: contact.id,
            label: contact.name,
            note: (
              <>
                <span className={styles.quiet}>{contact.email}</span>
                <ContactState contact={contact} />
              </>
            ),
          }))}
          values={form.values.trusted_contact_ids}
          onChange={(ids) => form.setValues({ trusted_contact_ids: ids })}
        />
      ) : (
        <p>{t('noContacts.text')}</p>
      )}
      <TextLink to="/contact">{t('form.toContacts')}</TextLink>
      <Heading level={2} size="row" className={styles.subheading}>
        {t('form.recipientTitle')}
      </Heading>
      <p className={styles.quiet}>{t('form.recipientText')}</p>
      <Field
        {...form.field('recipient_name')}
        label={t('fields.recipient_name')}
        autoComplete="off"
      />
      <Field
        {...form.field('recipient_email')}
        label={t('fields.recipient_email')}
        type="email"
        inputMode="email"
        autoComplete="off"
      />
    </>
  );
}

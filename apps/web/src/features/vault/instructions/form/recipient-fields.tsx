import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { TextLink } from '../../../../ui/button.tsx';
import { CheckGroup } from '../../../../ui/choice-fields.tsx';
import { Field } from '../../../../ui/field.tsx';
import { Heading } from '../../../../ui/heading.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { ContactState } from '../contact-badges.tsx';
import styles from './form.module.css';
import type { InstructionFormState } from './use-instruction-form.ts';

interface RecipientFieldsProps {
  form: InstructionFormState;
  contacts: ContactView[];
  isAtContacts: boolean;
}

/** Who will get it: trusted contacts, and perhaps one more person. */
export function RecipientFields({ form, contacts, isAtContacts }: RecipientFieldsProps) {
  const { t } = useTranslation('instructions');
  return (
    <>
      {contacts.length > 0 ? (
        <CheckGroup
          legend={t('fields.trusted_contact_ids')}
          help={t('fields.contactsHelp')}
          error={form.errorOf('trusted_contact_ids')}
          takesFocus={isAtContacts}
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

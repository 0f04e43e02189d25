import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { useEffect, useId, useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useFieldErrorText } from '../../../../ui/error-text.ts';
import fieldStyles from '../../../../ui/field.module.css';
import { IconCheck } from '../../../../ui/icons.tsx';
import { Initials } from '../../../../ui/initials.tsx';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { IconPlus } from '../../../../ui/more-icons.tsx';
import styles from './people-chips.module.css';

interface PeopleChipsProps {
  contacts: readonly ContactView[];
  values: readonly string[];
  /** A field error code. */
  error?: string | undefined;
  /** Takes the focus on mount. */
  takesFocus?: boolean;
  onChange: (ids: string[]) => void;
  /** Opens the form of a new contact; undefined at the limit. */
  onAdd?: (() => void) | undefined;
}

/** Checkboxes of the trusted contacts. */
export function PeopleChips(props: PeopleChipsProps) {
  const { contacts, values, takesFocus, onChange, onAdd } = props;
  const { t } = useTranslation('instructions');
  const id = useId();
  const error = useFieldErrorText()(props.error);
  const group = useRef<HTMLFieldSetElement>(null);

  useEffect(() => {
    if (takesFocus) group.current?.querySelector('input')?.focus();
  }, [takesFocus]);

  function toggle(contactId: string, isChosen: boolean) {
    onChange(isChosen ? [...values, contactId] : values.filter((other) => other !== contactId));
  }

  return (
    <fieldset ref={group} className={styles.group} aria-describedby={error && `${id}-error`}>
      <legend className={fieldStyles.label}>{t('fields.trusted_contact_ids')}</legend>
      <div className={styles.chips}>
        {contacts.map((contact) => (
          <label key={contact.id} className={styles.chip}>
            <input
              type="checkbox"
              className={styles.box}
              checked={values.includes(contact.id)}
              aria-invalid={error ? true : undefined}
              aria-describedby={error && `${id}-error`}
              onChange={(event) => toggle(contact.id, event.currentTarget.checked)}
            />
            <Initials
              name={contact.name}
              tone={contact.is_confirmed ? 'green' : 'gold'}
              size="small"
            />
            <span className={styles.name}>{contact.name}</span>
            {!contact.is_confirmed && (
              <span className={styles.state}>{t(`contactStates.${contact.status}`)}</span>
            )}
            {values.includes(contact.id) && <IconCheck size={20} aria-hidden />}
          </label>
        ))}
        {onAdd && (
          <Button kind="plain" icon={<IconPlus size={20} aria-hidden />} onClick={onAdd}>
            {t('form.addContact')}
          </Button>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className={fieldStyles.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

import {
  isConfirmationCode,
  normalizeConfirmationCode,
} from '@zavet/contract/contacts/confirmation-code';
import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../interface/button.tsx';
import { Field } from '../../interface/field.tsx';
import { toasts } from '../../interface/toasts.tsx';
import { useConfirmContact } from './api/contacts.ts';
import styles from './contacts.module.css';
import { useContactErrorText } from './use-contact-error-text.ts';

interface CodeEntryProps {
  contact: ContactView;
  onConfirmed: () => void;
  onCancel: () => void;
}

/** The owner enters the code that the invited person got by mail. */
export function CodeEntry({ contact, onConfirmed, onCancel }: CodeEntryProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const errorText = useContactErrorText();
  const confirm = useConfirmContact();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();

  useEffect(() => field.current?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (confirm.isPending || !isConfirmationCode(code)) return;
    setFailure(undefined);
    try {
      await confirm.mutateAsync({ contact, code });
    } catch (error) {
      const text = errorText(error, 'confirm');
      setFailure(text);
      toasts.error(text);
      field.current?.focus();
      return;
    }
    toasts.success(t('code.confirmed', { name: contact.name }));
    onConfirmed();
  }

  return (
    <form className={styles.codeEntry} noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={t('code.field')}
        help={t('code.help')}
        error={failure}
        value={code}
        onChange={(event) => {
          setCode(normalizeConfirmationCode(event.currentTarget.value));
          setFailure(undefined);
        }}
        className={styles.codeField}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      <div className={styles.actions}>
        <Button type="submit" disabled={!isConfirmationCode(code)} loading={confirm.isPending}>
          {t('code.submit')}
        </Button>
        <Button kind="quiet" disabled={confirm.isPending} onClick={onCancel}>
          {t('shell:actions.cancel')}
        </Button>
      </div>
    </form>
  );
}

import { ApiError } from '@zavet/contract/client';
import { codeProblem, normalizeConfirmationCode } from '@zavet/contract/contacts/confirmation-code';
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
  const [failure, setFailure] = useState<{ text: string; invitation: string | undefined }>();
  const invitation = contact.invitation?.created_at;
  // What was said of the former code does not hold for the one that was sent since.
  const failureText = failure?.invitation === invitation ? failure?.text : undefined;

  function tell(text: string) {
    setFailure({ text, invitation });
    field.current?.focus();
  }

  useEffect(() => field.current?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (confirm.isPending) return;
    const problem = codeProblem(code);
    if (problem) return tell(t(`code.wrong.${problem.kind}`, { ...problem }));
    setFailure(undefined);
    try {
      await confirm.mutateAsync({ contact, code: normalizeConfirmationCode(code) });
    } catch (error) {
      return tell(refusalText(error));
    }
    toasts.success(t('code.confirmed', { name: contact.name }));
    onConfirmed();
  }

  function refusalText(error: unknown): string {
    const left = error instanceof ApiError ? error.facts.tries_left : undefined;
    if (left === 0) return t('errors.codeTriesExhausted');
    const text = errorText(error, 'confirm');
    return typeof left === 'number' ? `${text} ${t('code.triesLeft', { count: left })}` : text;
  }

  return (
    <form className={styles.codeEntry} noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={t('code.field')}
        help={t('code.help')}
        error={failureText}
        value={code}
        onChange={(event) => {
          setCode(event.currentTarget.value.toUpperCase());
          setFailure(undefined);
        }}
        className={styles.codeField}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      <div className={styles.actions}>
        <Button type="submit" loading={confirm.isPending}>
          {t('code.submit')}
        </Button>
        <Button kind="quiet" disabled={confirm.isPending} onClick={onCancel}>
          {t('shell:actions.cancel')}
        </Button>
      </div>
    </form>
  );
}

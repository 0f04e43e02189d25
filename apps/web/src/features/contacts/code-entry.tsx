import { codeProblem, normalizeConfirmationCode } from '@zavet/contract/contacts/confirmation-code';
import type { ContactView } from '@zavet/contract/contacts/contact-schemas';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../interface/button.tsx';
import { Field } from '../../interface/field.tsx';
import { useTranslation } from '../../interface/language/use-translation.ts';
import { useConfirmContact } from './api/contacts.ts';
import styles from './contacts.module.css';
import { useContacts } from './public/use-contacts.ts';
import { useContactErrorText } from './use-contact-error-text.ts';

interface CodeEntryProps {
  contact: ContactView;
  onCancel: () => void;
}

/** The owner enters the code that the invited person got by mail. */
export function CodeEntry({ contact, onCancel }: CodeEntryProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const errorText = useContactErrorText();
  const confirm = useConfirmContact();
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<{ text: string; invitedAt: string | undefined }>();
  const { created_at: invitedAt, tries_left: triesLeft } = contact.invitation ?? {};
  // What was said of the former code does not hold for the one that was sent since.
  const failureText = failure?.invitedAt === invitedAt ? failure?.text : undefined;
  const hasTries = triesLeft === undefined || triesLeft > 0;
  const left = triesLeft ? ` ${t('code.triesLeft', { count: triesLeft })}` : '';
  // The person may answer by the link, and another device may send another code.
  useContacts({ awaited: true });

  function tell(text: string) {
    setFailure({ text, invitedAt });
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
      tell(errorText(error, 'confirm'));
    }
  }

  return (
    <form className={styles.codeEntry} noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={t('code.field')}
        help={`${t('code.help')}${left}`}
        error={hasTries ? failureText : t('errors.codeTriesExhausted')}
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
      <div className={styles.formActions}>
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

import type { QueryClient } from '@tanstack/react-query';
import { limits } from '@zavet/contract/limits';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { codeProblem, normalizeConfirmationCode } from '@zavet/contract/people/contact-rules';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { changeAnswer } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import { triesLeftAfter } from './contact-failure.ts';
import { type ContactList, withContact, withTriesLeft } from './contact-list.ts';
import styles from './contacts.module.css';
import { useContacts } from './public/use-contacts.ts';
import { useContactErrorText } from './use-contact-error-text.ts';

const codeLength = limits.confirmationCodeLength;

interface CodeEntryProps {
  contact: ContactView;
  onCancel: () => void;
}

/** The owner enters the code that the invited person got by mail. */
export function CodeEntry({ contact, onCancel }: CodeEntryProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const errorText = useContactErrorText();
  const confirm = useConfirm(contact);
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

  const problem = codeProblem(code);
  // A code that is still being typed is no mistake; one with foreign characters or too many is.
  const isMistyped = problem?.kind === 'characters' || (problem?.count ?? 0) > codeLength;
  const mistyped = problem && isMistyped && t(`code.wrong.${problem.kind}`, { ...problem });

  function tell(text: string) {
    toasts.error(text);
    setFailure({ text, invitedAt });
    field.current?.focus();
  }

  useEffect(() => field.current?.focus(), []);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (confirm.isPending || problem) return;
    setFailure(undefined);
    try {
      await confirm.mutateAsync({
        body: {
          trusted_contact_id: contact.id,
          confirmation_code: normalizeConfirmationCode(code),
        },
      });
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
        error={hasTries ? failureText || mistyped || undefined : t('errors.codeTriesExhausted')}
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
        <Button type="submit" disabled={problem !== undefined} loading={confirm.isPending}>
          {t('code.submit')}
        </Button>
        <Button kind="quiet" disabled={confirm.isPending} onClick={onCancel}>
          {t('shell:actions.cancel')}
        </Button>
      </div>
    </form>
  );
}

function useConfirm(contact: ContactView) {
  const change = (client: QueryClient, next: (list: ContactList) => ContactList) =>
    changeAnswer(client, 'listContacts', {}, next);
  return useMutationOf('confirmContact', {
    show: (client) =>
      change(client, (list) =>
        withContact(list, { ...contact, is_confirmed: true, status: 'confirmed' }),
      ),
    onError: (error, _input, _result, { client }) => {
      const left = triesLeftAfter(error);
      if (left !== undefined) change(client, (list) => withTriesLeft(list, contact.id, left));
    },
  });
}

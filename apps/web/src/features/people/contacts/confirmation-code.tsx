import type { QueryClient } from '@tanstack/react-query';
import { limits } from '@zavet/contract/limits';
import type { ContactView } from '@zavet/contract/people/contact-endpoints';
import { codeProblem, normalizeConfirmationCode } from '@zavet/contract/people/contact-rules';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { updateCached } from '../../../platform/queries/use-endpoint.ts';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toasts } from '../../../ui/toasts.tsx';
import { type UnsentCode, useContactErrorText } from './contact-messages.ts';
import { type ContactList, saveInList, setTriesLeft, triesLeftAfter } from './contact-rules.ts';
import styles from './contacts.module.css';
import { useContacts } from './public/use-contacts.ts';

const codeLength = limits.confirmationCodeLength;

interface CodeEntryProps {
  contact: ContactView;
  onCancel: () => void;
}

/** The owner enters the code that the contact received by mail. */
export function CodeEntry({ contact, onCancel }: CodeEntryProps) {
  const { t } = useTranslation(['contacts', 'shell']);
  const errorText = useContactErrorText();
  const confirm = useConfirmContact(contact);
  const field = useRef<HTMLInputElement>(null);
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<{ text: string; invitedAt: string | undefined }>();
  const { created_at: invitedAt, tries_left: triesLeft } = contact.invitation ?? {};
  // An error of a previous code does not apply to a code sent afterwards.
  const failureText = failure?.invitedAt === invitedAt ? failure?.text : undefined;
  const hasTries = triesLeft === undefined || triesLeft > 0;
  const triesLeftText = triesLeft ? ` ${t('code.triesLeft', { count: triesLeft })}` : '';
  // Polls, because the contact may use the link and another device may send a new code.
  useContacts({ isChangeExpected: true });

  const problem = codeProblem(code);
  // A short code may still be incomplete, so it is not an error.
  const isMistyped = problem?.kind === 'characters' || (problem?.count ?? 0) > codeLength;
  const mistyped = problem && isMistyped && t(`code.wrong.${problem.kind}`, { ...problem });

  function showFailure(text: string) {
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
      showFailure(errorText(error, 'confirm'));
    }
  }

  return (
    <form className={styles.codeEntry} noValidate onSubmit={submit}>
      <Field
        ref={field}
        label={t('code.field')}
        help={`${t('code.help')}${triesLeftText}`}
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

function useConfirmContact(contact: ContactView) {
  const updateList = (client: QueryClient, change: (list: ContactList) => ContactList) =>
    updateCached(client, 'listContacts', {}, change);
  return useMutationOf('confirmContact', {
    show: (client) =>
      updateList(client, (list) =>
        saveInList(list, { ...contact, is_confirmed: true, status: 'confirmed' }),
      ),
    onError: (error, _input, _result, { client }) => {
      const left = triesLeftAfter(error);
      if (left !== undefined) updateList(client, (list) => setTriesLeft(list, contact.id, left));
    },
  });
}

interface UnsentCodeNoticeProps {
  unsent: UnsentCode;
  onDismiss: () => void;
}

/** The code of an invitation that could not be mailed, for the owner to pass on. */
export function UnsentCodeNotice({ unsent, onDismiss }: UnsentCodeNoticeProps) {
  const { t } = useTranslation('contacts');
  return (
    <Notice
      kind="warning"
      title={t('invitation.manualTitle')}
      actions={
        <Button kind="quiet" onClick={onDismiss}>
          {t('invitation.manualDismiss')}
        </Button>
      }
    >
      <div className={styles.unsent}>
        <p>{t('invitation.manualText', { email: unsent.email })}</p>
        <dl className={styles.unsentCode}>
          <dt>{t('invitation.manualCode')}</dt>
          <dd>{unsent.code}</dd>
        </dl>
        <p>{t('invitation.manualOnce')}</p>
      </div>
    </Notice>
  );
}

import { codeProblem, normalizeConfirmationCode } from '@zavet/contract/people/contact-rules';
import { type SubmitEvent, useState } from 'react';
import { useMutationOf } from '../../../platform/queries/use-mutation-of.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Field } from '../../../ui/field.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { toasts } from '../../../ui/toasts.tsx';
import styles from './legacies.module.css';

/** Accepts an invitation by its code instead of its link. */
export function InvitationCodeForm() {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const [code, setCode] = useState('');
  const accept = useMutationOf('acceptInvitationByCode', {
    onSuccess: () => toasts.success(t('code.done')),
  });

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (accept.isPending || codeProblem(code)) return;
    accept.mutate({ body: { confirmation_code: normalizeConfirmationCode(code) } });
  }

  return (
    <form className={styles.code} noValidate onSubmit={submit}>
      <Field
        label={t('code.field')}
        value={code}
        error={accept.isError ? describe(accept.error) : undefined}
        onChange={(event) => {
          setCode(event.currentTarget.value.toUpperCase());
          accept.reset();
        }}
        autoComplete="off"
        autoCapitalize="characters"
        autoCorrect="off"
        spellCheck={false}
      />
      <Button
        type="submit"
        kind="quiet"
        disabled={codeProblem(code) !== undefined}
        loading={accept.isPending}
      >
        {t('code.submit')}
      </Button>
    </form>
  );
}

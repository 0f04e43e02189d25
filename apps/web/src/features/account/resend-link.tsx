import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Button } from '../../interface/button.tsx';
import { useErrorText } from '../../interface/error-text.ts';
import { api } from '../session/api.ts';
import { MailboxHint } from './mailbox-hint.tsx';

/** Sends the confirmation link again to an address that waits for one. */
export function ResendLink({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const describe = useErrorText();
  const resend = useMutation({
    mutationFn: () => api.resendVerification({ body: { email } }),
  });
  if (resend.isSuccess) {
    return (
      <>
        <p role="status">{t('resend.sent')}</p>
        <MailboxHint />
      </>
    );
  }
  return (
    <>
      <Button kind="quiet" loading={resend.isPending} onClick={() => resend.mutate()}>
        {t('resend.submit')}
      </Button>
      {resend.isError && (
        <p role="alert">
          {t('resend.failure')}. {describe(resend.error)}
        </p>
      )}
    </>
  );
}

import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { Button } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';

interface ResendLinkProps {
  email: string;
  /** The button was reached or pressed. */
  onUse?: () => void;
}

/** Sends the confirmation link again to an address that waits for one. */
export function ResendLink({ email, onUse }: ResendLinkProps) {
  const { t } = useTranslation('account');
  const describe = useErrorText();
  const resend = useMutation({
    mutationFn: () => api.resendVerification({ body: { email } }),
  });
  return (
    <>
      <Button
        kind="quiet"
        loading={resend.isPending}
        onFocus={onUse}
        onClick={() => {
          onUse?.();
          resend.mutate();
        }}
      >
        {t('resend.submit')}
      </Button>
      {resend.isSuccess && <p role="status">{t('resend.sent')}</p>}
      {resend.isError && (
        <p role="alert">
          {t('resend.failure')}. {describe(resend.error)}
        </p>
      )}
    </>
  );
}

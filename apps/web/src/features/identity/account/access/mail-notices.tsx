import { useMutation } from '@tanstack/react-query';
import { api } from '../../../../platform/client/api.ts';
import { useSetupCheck } from '../../../../platform/setup/setup.ts';
import { AddressSuggestion } from '../../../../ui/address-suggestion.tsx';
import { Button, TextLink } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

/** A mail that a screen has just requested, and its address. */
interface SentMail {
  kind: 'signUp' | 'forgot';
  email: string;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Shown on /login, because the screen that sent the mail closes after a few seconds. */
    sentMail?: SentMail;
  }
}

interface SentMailNoticeProps {
  sentMail: SentMail;
  /** Returns to the form with the same or the corrected address. */
  onChangeEmail: (email: string) => void;
  /** Called when a button is focused or pressed: the screen must not redirect any more. */
  onUse?: () => void;
}

/** Shows the address of the mail, with actions for a mail that does not arrive. */
export function SentMailNotice({ sentMail, onChangeEmail, onUse }: SentMailNoticeProps) {
  const { t } = useTranslation('account');
  const { kind, email } = sentMail;
  const buttons = (
    <>
      {kind === 'signUp' && <ResendLink email={email} onUse={onUse} />}
      <Button kind="quiet" onFocus={onUse} onClick={() => onChangeEmail(email)}>
        {t('mailedTo.another')}
      </Button>
    </>
  );
  return (
    <>
      <Notice actions={buttons}>
        {t('mailedTo.text', { email })}
        <AddressSuggestion address={email} onCorrect={onChangeEmail} />
      </Notice>
      <CapturedMailHint />
    </>
  );
}

interface ResendLinkProps {
  email: string;
  /** Called when the button is focused or pressed. */
  onUse?: () => void;
}

function ResendLink({ email, onUse }: ResendLinkProps) {
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

/** Links to the local mailbox on servers that capture mail instead of sending it. */
export function CapturedMailHint() {
  const { t } = useTranslation('account');
  const check = useSetupCheck();
  if (!check.data?.mailbox_available) return null;
  return (
    <Notice>
      {t('mailbox.text')} <TextLink to="/dev/mailbox">{t('mailbox.link')}</TextLink>
    </Notice>
  );
}

interface UnconfirmedNoticeProps {
  title: string;
  email: string;
}

/** The password is correct but the address is not confirmed: offers to send the link again. */
export function UnconfirmedNotice({ title, email }: UnconfirmedNoticeProps) {
  return (
    <Notice kind="warning" announced title={title} actions={<ResendLink email={email} />}>
      <CapturedMailHint />
    </Notice>
  );
}

import { Button, ButtonLink } from '../../../../ui/button.tsx';
import { useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { SkeletonLines } from '../../../../ui/loading.tsx';
import { Notice } from '../../../../ui/notice.tsx';
import type { LinkOutcome } from './follow-link.ts';

type LinkTarget = '/settings' | '/forgot-password' | '/login';

interface VerifyResultProps {
  outcome: LinkOutcome;
  onRetry: () => void;
}

export function VerifyResult({ outcome, onRetry }: VerifyResultProps) {
  const { t } = useTranslation(['account', 'links', 'shell']);
  const describe = useErrorText();
  const retryButton = 'isPassing' in outcome && outcome.isPassing && (
    <Button wide onClick={onRetry}>
      {t('shell:failure.retry')}
    </Button>
  );
  const failed = (title: string, error: unknown, to: LinkTarget, label: string) => (
    <>
      <Notice kind="error" title={title}>
        {describe(error)}
      </Notice>
      {retryButton}
      <ButtonLink to={to} kind={retryButton ? 'quiet' : 'primary'} wide>
        {label}
      </ButtonLink>
    </>
  );
  /** What somebody else may have begun has ended; a new password is the next step. */
  const takenBack = (title: string, text: string) => (
    <>
      <Notice kind="success" title={title}>
        {text}
      </Notice>
      <ButtonLink to="/forgot-password" wide>
        {t('emailUndo.newPassword')}
      </ButtonLink>
      <ButtonLink to="/login" kind="quiet" wide>
        {t('verify.signIn')}
      </ButtonLink>
    </>
  );
  switch (outcome.kind) {
    case 'signed_in':
      return <Notice kind="success" title={t('verify.signedIn')} />;
    case 'verified':
      return (
        <>
          <Notice kind="success" title={t('verify.verified')} />
          <ButtonLink to="/login" wide>
            {t('verify.signIn')}
          </ButtonLink>
        </>
      );
    case 'verify_failed':
      return (
        <>
          <Notice kind="error" title={t(`verify.${outcome.reason}`)} />
          {retryButton}
          <ButtonLink to="/login" kind={retryButton ? 'quiet' : 'primary'} wide>
            {t('verify.signIn')}
          </ButtonLink>
          <ButtonLink to="/signup" kind="quiet" wide>
            {t('verify.signUpAgain')}
          </ButtonLink>
        </>
      );
    case 'email_changed':
      return (
        <>
          <Notice kind="success" title={t('emailChange.confirmed', { email: outcome.email })} />
          <ButtonLink to="/settings" wide>
            {t('emailChange.toSettings')}
          </ButtonLink>
        </>
      );
    case 'change_failed':
      return failed(
        t('emailChange.failed'),
        outcome.error,
        '/settings',
        t('emailChange.toSettings'),
      );
    case 'email_restored':
      return takenBack(t('emailUndo.restored', { email: outcome.email }), t('emailUndo.advice'));
    case 'disowned':
      return <SkeletonLines lines={2} />;
    case 'disown_failed':
      return failed(
        t('links:disown.failed'),
        outcome.error,
        '/forgot-password',
        t('emailUndo.newPassword'),
      );
    case 'lost_device_stopped':
      return takenBack(t('links:stopLostDevice.done'), t('links:stopLostDevice.advice'));
    case 'stop_failed':
      return failed(
        t('links:stopLostDevice.failed'),
        outcome.error,
        '/forgot-password',
        t('emailUndo.newPassword'),
      );
    case 'undo_failed':
      return failed(t('emailUndo.failed'), outcome.error, '/login', t('verify.signIn'));
  }
}

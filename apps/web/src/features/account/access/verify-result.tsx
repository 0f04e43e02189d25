import { Button, ButtonLink } from '../../../interface/button.tsx';
import { useErrorText } from '../../../interface/error-text.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { SkeletonLines } from '../../../interface/skeleton.tsx';
import type { LinkOutcome } from './follow-link.ts';

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
      return (
        <>
          <Notice kind="error" title={t('emailChange.failed')}>
            {describe(outcome.error)}
          </Notice>
          {retryButton}
          <ButtonLink to="/settings" kind={retryButton ? 'quiet' : 'primary'} wide>
            {t('emailChange.toSettings')}
          </ButtonLink>
        </>
      );
    case 'email_restored':
      return (
        <>
          <Notice kind="success" title={t('emailUndo.restored', { email: outcome.email })}>
            {t('emailUndo.advice')}
          </Notice>
          <ButtonLink to="/forgot-password" wide>
            {t('emailUndo.newPassword')}
          </ButtonLink>
          <ButtonLink to="/login" kind="quiet" wide>
            {t('verify.signIn')}
          </ButtonLink>
        </>
      );
    case 'disowned':
      return <SkeletonLines lines={2} />;
    case 'disown_failed':
      return (
        <>
          <Notice kind="error" title={t('links:disown.failed')}>
            {describe(outcome.error)}
          </Notice>
          {retryButton}
          <ButtonLink to="/forgot-password" kind={retryButton ? 'quiet' : 'primary'} wide>
            {t('emailUndo.newPassword')}
          </ButtonLink>
        </>
      );
    case 'undo_failed':
      return (
        <>
          <Notice kind="error" title={t('emailUndo.failed')}>
            {describe(outcome.error)}
          </Notice>
          {retryButton}
          <ButtonLink to="/login" kind={retryButton ? 'quiet' : 'primary'} wide>
            {t('verify.signIn')}
          </ButtonLink>
        </>
      );
  }
}

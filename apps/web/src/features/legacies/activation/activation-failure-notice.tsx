import { isUnanswered, useErrorText } from '../../../interface/error-text.ts';
import { useFormats } from '../../../interface/language/formats.ts';
import { useTranslation } from '../../../interface/language/use-translation.ts';
import { Notice } from '../../../interface/notice.tsx';
import { type ActivationFailure, isAboutPin } from './activation-failure.ts';

/** Why the browser was not sent to pay, read aloud when it appears. The PIN has its own place. */
export function ActivationFailureNotice({ failure }: { failure: ActivationFailure | undefined }) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const formats = useFormats();
  if (!failure || isAboutPin(failure)) return null;
  switch (failure.kind) {
    case 'refused':
      return <FailureNotice>{describe(failure.error)}</FailureNotice>;
    case 'http':
      return <FailureNotice>{t('start.http', { status: failure.status })}</FailureNotice>;
    case 'pinLocked':
      return (
        <FailureNotice>
          {failure.until
            ? t('pin.lockedUntil', { date: formats.dateTime(failure.until) })
            : t('pin.locked')}
        </FailureNotice>
      );
    case 'failed':
      return (
        <Notice kind="error" announced title={t('start.failed')}>
          {isUnanswered(failure.error) && describe(failure.error)}
        </Notice>
      );
    case 'notSignedIn':
    case 'noSession':
    case 'noUrl':
      return <FailureNotice>{t(`start.${failure.kind}`)}</FailureNotice>;
  }
}

function FailureNotice({ children }: { children: string }) {
  return (
    <Notice kind="error" announced>
      {children}
    </Notice>
  );
}

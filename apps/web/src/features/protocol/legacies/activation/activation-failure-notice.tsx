import { isConnectionFailure, useErrorText } from '../../../../ui/error-text.ts';
import { useFormats } from '../../../../ui/language/formats.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import { isAboutPin } from './activation-failure.ts';
import type { ActivationStart } from './use-activation-start.ts';

type ActivationFailureNoticeProps = Pick<ActivationStart, 'failure' | 'failedStep'>;

/** Why nobody was asked or the browser not sent to pay, read aloud. The PIN has its own place. */
export function ActivationFailureNotice({ failure, failedStep }: ActivationFailureNoticeProps) {
  const { t } = useTranslation('legacies');
  const describe = useErrorText();
  const formats = useFormats();
  if (!failure || isAboutPin(failure)) return null;
  switch (failure.kind) {
    case 'refused':
      return <FailureNotice>{describe(failure.error)}</FailureNotice>;
    case 'http':
      if (failedStep === 'agreement') return <FailureNotice>{t('agreement.failed')}</FailureNotice>;
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
        <Notice
          kind="error"
          announced
          title={t(failedStep === 'agreement' ? 'agreement.failed' : 'start.failed')}
        >
          {isConnectionFailure(failure.error) && describe(failure.error)}
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

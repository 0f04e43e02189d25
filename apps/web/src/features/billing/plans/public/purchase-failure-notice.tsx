import { isConnectionFailure, useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';
import type { PurchaseFailure } from './purchase-failure.ts';

/** Why the browser was not sent to pay, read aloud when it appears. */
export function PurchaseFailureNotice({ failure }: { failure: PurchaseFailure | undefined }) {
  const { t } = useTranslation('plans');
  const describe = useErrorText();
  if (!failure) return null;
  switch (failure.kind) {
    case 'refused':
      return (
        <Notice kind="error" announced>
          {describe(failure.error)}
        </Notice>
      );
    case 'http':
      return <Notice kind="error" announced title={t('purchase.http', failure)} />;
    case 'failed':
      return (
        <Notice kind="error" announced title={t('purchase.failed')}>
          {isConnectionFailure(failure.error) && describe(failure.error)}
        </Notice>
      );
    default:
      return <Notice kind="error" announced title={t(`purchase.${failure.kind}`)} />;
  }
}

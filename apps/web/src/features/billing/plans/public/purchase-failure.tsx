import { ApiError } from '@zavet/contract/client';
import { isConnectionFailure, useErrorText } from '../../../../ui/error-text.ts';
import { useTranslation } from '../../../../ui/language/use-translation.ts';
import { Notice } from '../../../../ui/notice.tsx';

/** Thrown without a session, or if the response has no usable payment URL. */
export class CheckoutError extends Error {
  readonly reason: 'notSignedIn' | 'noSession' | 'noUrl';

  constructor(reason: CheckoutError['reason']) {
    super(reason);
    this.name = 'PurchaseImpossible';
    this.reason = reason;
  }
}

export type PurchaseFailure =
  | { kind: CheckoutError['reason'] }
  /** The server refused the request with a reason. */
  | { kind: 'refused'; error: ApiError }
  /** The response came from a proxy, not from the server. */
  | { kind: 'http'; status: number }
  | { kind: 'failed'; error: unknown };

export function purchaseFailureOf(error: unknown): PurchaseFailure {
  if (error instanceof CheckoutError) return { kind: error.reason };
  if (!(error instanceof ApiError)) return { kind: 'failed', error };
  if (error.code === 'session_missing') return { kind: 'notSignedIn' };
  if (error.code === 'session_expired') return { kind: 'noSession' };
  // Every response of the server has a request id; one without it came from a proxy.
  if (error.requestId === undefined) return { kind: 'http', status: error.status };
  return { kind: 'refused', error };
}

/** Returns the URL of the payment page. Throws a `CheckoutError` unless it is an http(s) URL. */
export function parseConfirmationUrl(value: unknown): string {
  if (typeof value !== 'string' || !URL.canParse(value)) throw new CheckoutError('noUrl');
  const { protocol, href } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') throw new CheckoutError('noUrl');
  return href;
}

/** Reason why the payment did not start. */
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

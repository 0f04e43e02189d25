import type { MockStatus } from '@zavet/contract/billing/payment-endpoints';

/** Return URL, if it belongs to this site. */
export function returnAddress(value: string | undefined, origin: string): URL | undefined {
  if (!value || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // Not by `origin`: blob: URLs and URLs with credentials have the same origin.
  return url.href.startsWith(`${origin}/`) ? url : undefined;
}

interface MockResult {
  status: MockStatus;
  paymentId: string | undefined;
  crt: string | undefined;
}

export function withResult(address: URL, { status, paymentId, crt }: MockResult): string {
  const url = new URL(address);
  if (paymentId) url.searchParams.set('payment_id', paymentId);
  url.searchParams.set('status', status);
  if (crt) url.searchParams.set('crt', crt);
  return url.href;
}

import type { MockStatus } from '@zavet/contract/billing/payment-endpoints';

/** The address to go back to, if it is one of this site. */
export function returnAddress(value: string | undefined, origin: string): URL | undefined {
  if (!value || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // Not by `origin`: a blob has its site's origin, and so has an address with a name in it.
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

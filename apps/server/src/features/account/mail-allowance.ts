import type { AccountDeps } from './account-deps.ts';
import type { AccountRequest } from './account-request-repository.ts';

const mailsAnHour = { max: 10, seconds: 3_600 };

/**
 * Strangers may name any address, so it gets only so many mails of a kind an hour, however many
 * ask and from where. One statement counts for all servers. Links that were mailed before stay
 * as good as they were, and the one who asks is answered as always.
 */
export async function mayMailAddress(
  { mailLimiter, log }: AccountDeps,
  kind: AccountRequest['kind'] | 'email_change',
  email: string,
): Promise<boolean> {
  const { allowed } = await mailLimiter.take(`mail:${kind}:${email}`, mailsAnHour);
  if (!allowed) log.warn({ kind }, 'too many requests for one address');
  return allowed;
}

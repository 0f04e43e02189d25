import { createRateLimiter } from '../../platform/http/rate-limiter.ts';
import type { ContactDeps } from './contact-deps.ts';

const hourSeconds = 3_600;
const toOneAddress = { max: 10, seconds: hourSeconds };
const fromOneOwner = { max: 60, seconds: hourSeconds };
const aboutOneContact = { max: 10, seconds: hourSeconds };

/**
 * Owners may name any address, so it gets only so many invitations an hour, no matter from whom,
 * and one owner sends only so many. Answers with the seconds to wait, 0 when the mail may go.
 */
export async function takeInvitationAllowance(
  deps: ContactDeps,
  { email, user_id }: { email: string; user_id: string },
): Promise<number> {
  const limiter = limiterOf(deps);
  const address = await limiter.take(`mail:contact_invitation:${email}`, toOneAddress);
  if (!address.allowed) return address.retry_after_seconds;
  const owner = await limiter.take(`mail:contact_invitation_from:${user_id}`, fromOneOwner);
  return owner.allowed ? 0 : owner.retry_after_seconds;
}

/** A contact may change the answer as often as it likes; the owner's mailbox is spared that. */
export async function takeAnswerAllowance(deps: ContactDeps, contactId: string): Promise<boolean> {
  const { allowed } = await limiterOf(deps).take(
    `mail:contact_answer:${contactId}`,
    aboutOneContact,
  );
  return allowed;
}

function limiterOf({ database, clock }: ContactDeps) {
  return createRateLimiter(database, clock);
}

import { moscowDay } from '@zavet/contract/days';
import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson, type Person } from '../account/account-face.ts';
import type { PlanMail, PlanMailOrder } from './plan-mail.ts';
import type { PlanParts } from './plan-parts.ts';
import { amendPlan } from './plan-repository.ts';

/** Hands a mail over. Files may only go after the last warning was taken, so that is noted. */
export async function sendPlanMail(parts: PlanParts, order: PlanMailOrder): Promise<void> {
  const { database, clock, log } = parts;
  const { kind, user_id, mail_id } = order;
  const owner = await findPerson(database, user_id);
  if (!owner) return;
  try {
    await deliverPlanMail(parts, owner, mail_id, order);
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    log.warn({ mail_id, kind }, 'mail refused for good');
  }
  if (order.kind === 'files_removal_soon' && order.facts.is_last) {
    await amendPlan(database, user_id, { grace_notified_on: moscowDay(clock.now()) });
  }
}

/** Writes a mail in the owner's language and hands it over. */
export async function deliverPlanMail(
  { transport, place }: Pick<PlanParts, 'transport' | 'place'>,
  { email, language }: Person,
  mailId: string,
  { kind, facts }: PlanMail,
): Promise<void> {
  const { renderPlanMail } = await import('./emails/render-plan-mail.ts');
  await transport.deliver({
    ...(await renderPlanMail(kind, language, facts, place)),
    to: email,
    language,
    message_id: messageIdOf(place, kind, mailId),
  });
}

import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { findPerson } from '../account/account-face.ts';
import type { PlanMailOrder } from './plan-mail.ts';
import type { PlanParts } from './plan-parts.ts';

export async function sendPlanMail(
  { database, transport, place, log }: PlanParts,
  { kind, user_id, mail_id, facts }: PlanMailOrder,
): Promise<void> {
  const owner = await findPerson(database, user_id);
  if (!owner) return;
  const { renderPlanMail } = await import('./emails/render-plan-mail.ts');
  try {
    await transport.deliver({
      ...(await renderPlanMail(kind, owner.language, facts, place)),
      to: owner.email,
      language: owner.language,
      message_id: `<${kind}.${mail_id}@${new URL(place.publicUrl).hostname}>`,
    });
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    log.warn({ mail_id, kind }, 'mail refused for good');
  }
}

import { moscowDay } from '@zavet/contract/days';
import { MailRefused } from '../../platform/mail/mail-transport.ts';
import { messageIdOf } from '../../platform/mail/message-id.ts';
import { findPerson, type Person } from '../account/public.ts';
import type { PlanDeps } from './plan-deps.ts';
import type { PlanMail, PlanMailOrder } from './plan-mail.ts';
import { noteLastWarning, readPlan } from './plan-repository.ts';

/** Hands a mail over. Files may only go after the last warning was taken, so that is noted. */
export async function sendPlanMail(deps: PlanDeps, order: PlanMailOrder): Promise<void> {
  const { database, clock } = deps;
  const { user_id, mail_id } = order;
  const owner = await findPerson(database, user_id);
  if (!owner || !(await isStillTrue(deps, order))) return;
  const names = await fileNamesFor(deps, order);
  // Nothing has to go any more: nobody is frightened.
  if (order.kind === 'files_removal_soon' && names.length === 0) return;
  const isTaken = await deliverUnlessRefused(deps, owner, order, names);
  if (order.kind !== 'files_removal_soon' || !order.facts.is_last) return;
  const today = moscowDay(clock.now());
  const { files_removed_on } = order.facts;
  await noteLastWarning(database, user_id, files_removed_on, { isTaken, today });
  if (!isTaken) deps.log.warn({ user_id, mail_id }, 'files stay: the last warning was refused');
}

/** A warning about another day than the one that counts now would only confuse. */
async function isStillTrue({ database }: PlanDeps, order: PlanMailOrder): Promise<boolean> {
  if (order.kind !== 'files_removal_soon') return true;
  const { grace_until } = await readPlan(database, order.user_id);
  return grace_until === order.facts.files_removed_on;
}

/** Names are sealed: they are opened only when the mail is written. */
async function fileNamesFor({ files }: PlanDeps, order: PlanMailOrder): Promise<string[]> {
  if (order.kind === 'files_removal_soon') return files.leavingNames(order.user_id);
  if (order.kind !== 'files_removed') return [];
  return files.removedNames(order.user_id, order.facts.removal_id);
}

async function deliverUnlessRefused(
  deps: PlanDeps,
  owner: Person,
  order: PlanMailOrder,
  fileNames: string[],
): Promise<boolean> {
  try {
    await deliverPlanMail(deps, owner, order.mail_id, order, fileNames);
    return true;
  } catch (error) {
    if (!(error instanceof MailRefused) || !error.permanent) throw error;
    deps.log.warn({ mail_id: order.mail_id, kind: order.kind }, 'mail refused permanently');
    return false;
  }
}

/** Writes a mail in the owner's language and hands it over. */
export async function deliverPlanMail(
  { transport, place }: Pick<PlanDeps, 'transport' | 'place'>,
  { email, language }: Person,
  mailId: string,
  { kind, facts }: PlanMail,
  fileNames: string[] = [],
): Promise<void> {
  const { renderPlanMail } = await import('./emails/render-plan-mail.ts');
  await transport.deliver({
    ...(await renderPlanMail(kind, language, facts, place, fileNames)),
    to: email,
    language,
    message_id: messageIdOf(place, kind, mailId),
  });
}

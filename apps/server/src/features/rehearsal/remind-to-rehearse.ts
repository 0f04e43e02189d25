import { daysAfter } from '@zavet/contract/days';
import { rehearsalAdviceDays } from '@zavet/contract/rehearsal/rehearsal-values';
import { orderMail } from '../../platform/mail/order-mail.ts';
import { beforeEveryId } from '../../platform/new-id.ts';
import { lockUser } from '../account/public.ts';
import { rehearsalReminder } from './emails/owner-mails.ts';
import type { RehearsalDeps } from './rehearsal-deps.ts';
import { isReminderDue } from './rehearsal-rules.ts';
import { findReminderFacts, keepReminder, listOwnersToRemind } from './reminder-repository.ts';

const ownersAtOnce = 100;

/** Reminds owners who have not held a rehearsal for a year. May run twice, and at once. */
export async function remindToRehearse(deps: RehearsalDeps, signal?: AbortSignal): Promise<void> {
  const { database, clock, log } = deps;
  const since = daysAfter(clock.now(), -rehearsalAdviceDays);
  let last: string | undefined = beforeEveryId;
  while (last !== undefined && !signal?.aborted) {
    const owners: string[] = await listOwnersToRemind(database, since, last, ownersAtOnce);
    for (const user_id of owners) {
      await remindOwner(deps, user_id).catch((error) =>
        log.error(
          { code: 'rehearsal_not_reminded', err: error, user_id },
          'an owner could not be reminded of a rehearsal',
        ),
      );
    }
    last = owners.length < ownersAtOnce ? undefined : owners.at(-1);
  }
}

function remindOwner(deps: RehearsalDeps, userId: string): Promise<void> {
  const { database, clock, contacts } = deps;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const now = clock.now();
    const facts = await findReminderFacts(database, userId);
    if (!facts || !isReminderDue(facts, now)) return;
    if (await contacts.protocol.isUnderWay(userId)) return;
    await keepReminder(database, userId, now);
    await orderMail(deps, rehearsalReminder, { user_id: userId });
  });
}

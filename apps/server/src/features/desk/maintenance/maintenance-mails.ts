import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { findPerson } from '../../identity/account/index.ts';
import { isNoticePending, recordNoticeOutcome } from './maintenance-notice-repository.ts';
import { findWindow, type MaintenanceWindow } from './maintenance-repository.ts';

interface MaintenanceIds {
  window_id: string;
  user_id: string;
  news: 'planned' | 'cancelled';
}

interface MaintenanceFacts {
  news: MaintenanceIds['news'];
  starts_at: string;
  ends_at: string;
}

export const maintenanceNotice = declareMail({
  name: 'maintenance',
  to: 'all accounts',
  when: 'maintenance is planned, or cancelled after that',
  retry: 'two_days',
  isBulk: true,
  find: async (ctx: Context, ids: MaintenanceIds) => {
    const { database, clock } = ctx;
    const window = await findWindow(database, ids.window_id);
    const now = clock.now();
    if (!window) return undefined;
    const { starts_at, ends_at, cancelled_at } = window;
    const isDue =
      ids.news === 'planned'
        ? !cancelled_at &&
          now < starts_at &&
          (await isNoticePending(database, window.id, ids.user_id))
        : cancelled_at && now < ends_at;
    return isDue ? mailToUser(ctx, ids, window) : undefined;
  },
  text: (words, { news, starts_at, ends_at }) => {
    const times = { begins: words.moment(starts_at), ends: words.moment(ends_at) };
    return mailText(words, `maintenance.${news}`, (say) => [say('body', times)], { values: times });
  },
  settle: async ({ database, clock }, { window_id, user_id, news }, _, end) => {
    if (news === 'cancelled') return;
    const now = clock.now();
    const outcome = end === 'accepted' ? { notified_at: now } : { refused_at: now };
    await recordNoticeOutcome(database, window_id, user_id, outcome);
  },
});

async function mailToUser(
  { database }: Context,
  { user_id, news }: MaintenanceIds,
  { starts_at, ends_at }: MaintenanceWindow,
): Promise<FoundMail<MaintenanceFacts> | undefined> {
  const person = await findPerson(database, user_id);
  return (
    person && {
      to: person.email,
      language: person.language,
      facts: { news, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() },
    }
  );
}

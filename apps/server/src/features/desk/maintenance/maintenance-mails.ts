import type { Context } from '../../../context.ts';
import { declareMail, type FoundMail, mailText } from '../../../platform/mail/mail.ts';
import { findPerson } from '../../identity/account/index.ts';
import { isNoticePending, settleNotice } from './maintenance-notice-repository.ts';
import { findWindow, type MaintenanceWindow } from './maintenance-repository.ts';

interface MaintenanceIds {
  window_id: string;
  user_id: string;
}

interface MaintenanceFacts {
  begins_at: string;
  ends_at: string;
}

export const maintenancePlanned = declareMail({
  name: 'maintenance_planned',
  to: 'all accounts',
  when: 'maintenance is planned',
  retry: 'two_days',
  isBulk: true,
  find: async (ctx: Context, ids: MaintenanceIds) => {
    const { database, clock } = ctx;
    const window = await findWindow(database, ids.window_id);
    const isPlanned = window && !window.called_off_at && clock.now() < window.begins_at;
    if (!isPlanned || !(await isNoticePending(database, ids.window_id, ids.user_id)))
      return undefined;
    return toUser(ctx, ids, window);
  },
  text: (words, { begins_at, ends_at }) => {
    const times = { begins: words.moment(begins_at), ends: words.moment(ends_at) };
    return mailText(
      words,
      'maintenance.maintenance_planned',
      (say) => [say('body', times), say('meaning'), say('nothing_to_do')],
      { values: times },
    );
  },
  settle: ({ database, clock }, { window_id, user_id }, _, end) => {
    const now = clock.now();
    const outcome = end === 'taken' ? { told_at: now } : { refused_at: now };
    return settleNotice(database, window_id, user_id, outcome);
  },
});

export const maintenanceCancelled = declareMail({
  name: 'maintenance_called_off',
  to: 'accounts that were notified',
  when: 'planned maintenance is cancelled',
  retry: 'two_days',
  isBulk: true,
  find: async (ctx: Context, ids: MaintenanceIds) => {
    const window = await findWindow(ctx.database, ids.window_id);
    // Irrelevant after the planned time.
    if (!window?.called_off_at || ctx.clock.now() >= window.ends_at) return undefined;
    return toUser(ctx, ids, window);
  },
  text: (words, { begins_at, ends_at }) => {
    const times = { begins: words.moment(begins_at), ends: words.moment(ends_at) };
    return mailText(
      words,
      'maintenance.maintenance_called_off',
      (say) => [say('body', times), say('nothing_to_do')],
      { values: times },
    );
  },
});

async function toUser(
  { database }: Context,
  { user_id }: MaintenanceIds,
  { begins_at, ends_at }: MaintenanceWindow,
): Promise<FoundMail<MaintenanceFacts> | undefined> {
  const person = await findPerson(database, user_id);
  return (
    person && {
      to: person.email,
      language: person.language,
      facts: { begins_at: begins_at.toISOString(), ends_at: ends_at.toISOString() },
    }
  );
}

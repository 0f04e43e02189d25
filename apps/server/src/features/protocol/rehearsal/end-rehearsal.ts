import type { RehearsalEnding } from '@zavet/contract/rehearsal/rehearsal-values';
import type { Context } from '../../../context.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { enqueueMail } from '../../../platform/mail/enqueue-mail.ts';
import { beforeEveryId } from '../../../platform/new-id.ts';
import {
  type EventOrigin,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { ownersProtocol } from '../../people/contacts/index.ts';
import { rehearsalResult } from './emails/owner-mails.ts';
import {
  changePart,
  closeRehearsal,
  findOpenRehearsal,
  listParts,
  listRehearsalsToEnd,
  type Rehearsal,
} from './rehearsal-repository.ts';
import { afterEnd, isComplete } from './rehearsal-rules.ts';

/** Ends a rehearsal from which nothing more is waited for. The owner must be locked. */
export async function endIfComplete(ctx: Context, userId: string): Promise<void> {
  const open = await findOpenRehearsal(ctx.database, userId);
  if (!open) return;
  const parts = (await listParts(ctx.database, [open.id])).map(({ part }) => part);
  if (isComplete(parts, open.mails_recipients)) await end(ctx, open, 'complete', systemActor);
}

/** Ends those whose time is over, or that a real protocol has overtaken. May run twice, and at once. */
export async function endRehearsals(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<Pick<Rehearsal, 'id' | 'user_id'>>({
    list: (after, limit) =>
      listRehearsalsToEnd(ctx.database, now, after?.id ?? beforeEveryId, limit),
    handle: ({ user_id }) => endDue(ctx, user_id),
    failed: ({ id }, err) =>
      ctx.log.error(
        { code: 'rehearsal_not_ended', rehearsal_id: id, err },
        'a rehearsal could not be ended',
      ),
    signal,
  });
}

function endDue(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const open = await findOpenRehearsal(database, userId);
    if (!open) return;
    if (await ownersProtocol(ctx).isUnderWay(userId)) await end(ctx, open, 'protocol', systemActor);
    else if (open.ends_at <= clock.now()) await end(ctx, open, 'time', systemActor);
  });
}

/** Ends an open one, for the reason given. The owner must be locked. */
export async function end(
  ctx: Context,
  { id, user_id }: Rehearsal,
  by: RehearsalEnding,
  origin: EventOrigin,
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  if (!(await closeRehearsal(database, id, by, now))) return;
  for (const { part } of await listParts(database, [id])) {
    const state = afterEnd(part, by);
    if (state !== part.state) await changePart(database, part, { state });
  }
  await recordSecurityEvent(database, user_id, 'rehearsal_ended', origin, now);
  if (by === 'complete' || by === 'time') {
    await enqueueMail(ctx, rehearsalResult, { rehearsal_id: id }, { mailId: id });
  }
}

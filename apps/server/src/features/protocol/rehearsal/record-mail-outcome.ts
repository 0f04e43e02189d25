import type { Context } from '../../../context.ts';
import { lockUser } from '../../identity/account/index.ts';
import { endIfComplete } from './end-rehearsal.ts';
import { changePart, findPart, type PartChanges, type WholePart } from './rehearsal-repository.ts';
import { afterRefusal } from './rehearsal-rules.ts';

export interface PartIds {
  part_id: string;
}

/** A mail server has the mail. A short mail that is taken settles an address nobody could check. */
export function recordTakenPart(ctx: Context, { part_id }: PartIds): Promise<void> {
  return changeLocked(ctx, part_id, ({ part, rehearsal }) => {
    if (rehearsal.ended_at || part.taken_at) return undefined;
    const isFound = part.kind === 'recipient' && part.state === 'unknown';
    return { taken_at: ctx.clock.now(), ...(isFound && { state: 'checked' }) };
  });
}

/** A mail server refused the mail, at once or by a report later, also after the end. */
export function recordBouncedPart(ctx: Context, { part_id }: PartIds): Promise<void> {
  return changeLocked(ctx, part_id, ({ part }) => {
    const state = afterRefusal(part);
    return state === part.state ? undefined : { state };
  });
}

function changeLocked(
  ctx: Context,
  partId: string,
  decide: (found: WholePart) => PartChanges | undefined,
): Promise<void> {
  const { database } = ctx;
  return database.transaction(async () => {
    const seen = await findPart(database, { id: partId });
    if (!seen || !(await lockUser(database, seen.part.user_id))) return;
    const found = await findPart(database, { id: partId });
    const changes = found && decide(found);
    if (!changes) return;
    await changePart(database, found.part, changes);
    await endIfComplete(ctx, found.part.user_id);
  });
}

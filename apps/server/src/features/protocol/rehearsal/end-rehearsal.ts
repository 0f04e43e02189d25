import { moscowDay } from '@zavet/contract/days';
import {
  countFailures,
  type RehearsalEnding,
  rehearsalFigures,
} from '@zavet/contract/protocol/rehearsal-values';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { lowestId } from '../../../platform/ids.ts';
import { forEachDue } from '../../../platform/jobs/for-each-due.ts';
import { button, declareMail, mailText } from '../../../platform/mail/mail.ts';
import { linkTo } from '../../../platform/mail/mailed-link.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { dayName } from '../../../platform/mail/templates/mail-words.ts';
import {
  type EventOrigin,
  findPerson,
  lockUser,
  recordSecurityEvent,
  systemActor,
} from '../../identity/account/index.ts';
import { ownersProtocol } from '../../people/contacts/index.ts';
import {
  closeRehearsal,
  findOpenRehearsal,
  findRehearsal,
  listParticipants,
  listRehearsalsToEnd,
  type Rehearsal,
  updateParticipant,
} from './rehearsal-repository.ts';
import { isComplete, stateAfterEnd } from './rehearsal-rules.ts';

/** Mails the result to the owner, in figures and without names. */
export const rehearsalResultMail = declareMail({
  name: 'rehearsal_result',
  to: 'the owner',
  when: 'a rehearsal ended',
  retry: 'week',
  find: async (ctx: Context, { rehearsal_id }: { rehearsal_id: string }) => {
    const { database } = ctx;
    const rehearsal = await findRehearsal(database, rehearsal_id);
    const owner = rehearsal && (await findPerson(database, rehearsal.user_id));
    if (!owner || (await ownersProtocol(ctx).isUnderWay(rehearsal.user_id))) return undefined;
    const people = (await listParticipants(database, [rehearsal_id])).map((one) => one.participant);
    const facts = { ...rehearsalFigures(people), started_on: moscowDay(rehearsal.started_at) };
    return { to: owner.email, language: owner.language, facts };
  },
  text: (words, facts, { publicUrl }) => {
    const { contacts, answered, refused, silent, without_pin, recipients_failed } = facts;
    const isGood = countFailures(facts, false) === 0;
    const counted = (key: 'silent' | 'refused' | 'without_pin' | 'failed', count: number) =>
      count > 0 ? [words.t(`rehearsal.${key}`, { count })] : [];
    return mailText(
      words,
      isGood ? 'rehearsal.result_good' : 'rehearsal.result',
      (say) => [
        say('body', { day: dayName(words, facts.started_on), answered, total: contacts }),
        ...(isGood
          ? [say('rest')]
          : [
              {
                items: [
                  ...counted('silent', silent),
                  ...counted('refused', refused),
                  ...counted('without_pin', without_pin),
                  ...counted('failed', recipients_failed),
                ],
              },
              say('rest'),
            ]),
        button(words.t('rehearsal.open'), linkTo(publicUrl, '/readiness/rehearsal')),
      ],
      { values: { answered, total: contacts } },
    );
  },
});

/** Ends the open rehearsal if all participants are done. The owner must be locked. */
export async function endIfComplete(ctx: Context, userId: string): Promise<void> {
  const open = await findOpenRehearsal(ctx.database, userId);
  if (!open) return;
  const people = (await listParticipants(ctx.database, [open.id])).map((one) => one.participant);
  if (isComplete(people, open.mails_recipients))
    await closeWithResult(ctx, open, 'complete', systemActor);
}

/**
 * Ends expired rehearsals, and rehearsals of owners whose protocol was started. Safe to run
 * concurrently.
 */
export async function endRehearsals(ctx: Context, signal?: AbortSignal): Promise<void> {
  const now = ctx.clock.now();
  await forEachDue<Pick<Rehearsal, 'id' | 'user_id'>>({
    list: (after, limit) => listRehearsalsToEnd(ctx.database, now, after?.id ?? lowestId, limit),
    handle: ({ user_id }) => endIfDue(ctx, user_id),
    failed: ({ id }, err) =>
      ctx.log.error(
        { code: 'rehearsal_not_ended', rehearsal_id: id, err },
        'ending a rehearsal failed',
      ),
    signal,
  });
}

function endIfDue(ctx: Context, userId: string): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    if (!(await lockUser(database, userId))) return;
    const open = await findOpenRehearsal(database, userId);
    if (!open) return;
    if (await ownersProtocol(ctx).isUnderWay(userId))
      await closeWithResult(ctx, open, 'protocol', systemActor);
    else if (open.ends_at <= clock.now()) await closeWithResult(ctx, open, 'time', systemActor);
  });
}

/**
 * Ends a rehearsal and settles its participants. Mails the result unless the owner or a start of
 * the protocol ended the rehearsal. The owner must be locked.
 */
async function closeWithResult(
  ctx: Context,
  { id, user_id }: Rehearsal,
  by: RehearsalEnding,
  origin: EventOrigin,
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  if (!(await closeRehearsal(database, id, by, now))) return;
  for (const { participant } of await listParticipants(database, [id])) {
    const state = stateAfterEnd(participant, by);
    if (state !== participant.state) await updateParticipant(database, participant, { state });
  }
  await recordSecurityEvent(database, user_id, 'rehearsal_ended', origin, now);
  if (by === 'complete' || by === 'time') {
    await enqueueMail(ctx, rehearsalResultMail, { rehearsal_id: id }, { mailId: id });
  }
}

/** Ends a rehearsal early, on request of the owner. */
export async function endRehearsal(
  ctx: Context,
  { user_id }: { user_id: string },
  caller: EventOrigin,
): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const open = (await findOpenRehearsal(database, user_id)) ?? fail('rehearsal_not_running');
    await closeWithResult(ctx, open, 'owner', caller);
  });
}

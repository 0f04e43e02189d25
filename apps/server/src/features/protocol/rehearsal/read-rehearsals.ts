import { moscowDay } from '@zavet/contract/days';
import type { RehearsalPlan, RehearsalsView } from '@zavet/contract/rehearsal/rehearsal-schemas';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { findPerson, hasPin } from '../../identity/account/index.ts';
import { ownersProtocol } from '../../people/contacts/index.ts';
import { plannedMails } from './emails/planned-mails.ts';
import { findParticipants } from './rehearsal-participants.ts';
import { listRehearsals } from './rehearsal-repository.ts';
import { endOf, nextStartAt, obstacleTo } from './rehearsal-rules.ts';
import { viewRehearsals } from './rehearsal-view.ts';

/** What a rehearsal would do, and what came of the last ones. */
export async function readRehearsals(ctx: Context, userId: string): Promise<RehearsalsView> {
  return { plan: await readPlan(ctx, userId), rehearsals: await viewRehearsals(ctx, userId) };
}

async function readPlan(ctx: Context, userId: string): Promise<RehearsalPlan> {
  const { database, clock } = ctx;
  const owner = (await findPerson(database, userId)) ?? fail('session_missing');
  const { contacts, recipients, left_out } = await findParticipants(ctx, userId);
  const { obstacle, next_start_at } = await readObstacle(ctx, userId, contacts.length);
  const asks_for_pin = await hasPin(database, userId);
  const until = moscowDay(endOf(clock.now()));
  return {
    contacts: contacts.map(({ name, email }) => ({ name, email })),
    recipients,
    recipients_left_out: left_out,
    asks_for_pin,
    obstacle: obstacle ?? null,
    next_start_at: next_start_at ?? null,
    ...plannedMails(owner, ctx.mailer.site, { asks_for_pin, until }),
  };
}

/** What forbids a start now. Decides only under the owner's lock. */
export async function readObstacle(ctx: Context, userId: string, confirmedContacts: number) {
  const { database, clock } = ctx;
  const kept = await listRehearsals(database, userId);
  const next_start_at = nextStartAt(
    kept.map(({ started_at }) => started_at),
    clock.now(),
  );
  const obstacle = obstacleTo({
    confirmed_contacts: confirmedContacts,
    is_protocol_running: await ownersProtocol(ctx).isUnderWay(userId),
    is_open: kept.some(({ ended_at }) => ended_at === null),
    next_start_at,
  });
  return { obstacle, next_start_at };
}

import { randomUUID } from 'node:crypto';
import {
  type DoubtVerdict,
  doubtableActivationStatuses,
} from '@zavet/contract/protocol/protocol-values';
import { releaseTimings } from '@zavet/contract/protocol/release-rules';
import { sql } from 'drizzle-orm';
import type { Context } from '../../src/context.ts';
import { settlePayment } from '../../src/features/billing/payments/settle-payment.ts';
import { deleteAccount } from '../../src/features/identity/account/delete-account.ts';
import { answerInvitation } from '../../src/features/people/contacts/answer-invitation.ts';
import { deleteContact } from '../../src/features/people/contacts/remove-contact.ts';
import {
  agreeToActivation,
  requestAgreement,
} from '../../src/features/protocol/activation/ask-agreement.ts';
import { listOpenDoubts } from '../../src/features/protocol/activation/doubt-repository.ts';
import {
  decideDoubt,
  raiseDoubt,
  withdrawDoubt,
} from '../../src/features/protocol/activation/doubts.ts';
import { cancelActivation } from '../../src/features/protocol/activation/end-activation.ts';
import { processWaitingActivations } from '../../src/features/protocol/activation/process-waiting-activations.ts';
import { expireStaleActivations } from '../../src/features/protocol/activation/stale-activations.ts';
import { startActivation } from '../../src/features/protocol/activation/start-activation.ts';
import { decideOnVetoedContact } from '../../src/features/protocol/activation/veto.ts';
import { rearmProtocol } from '../../src/features/protocol/rearming/rearming.ts';
import { changeRules, createPaperCode } from '../../src/features/protocol/settings/settings.ts';
import { simulateDowntime } from '../activations.ts';
import { strongPassword } from '../people.ts';
import { activationOf } from '../protocol.ts';
import { ignoreExpectedFailure, runJobs } from './background.ts';
import {
  type Account,
  activationsOf,
  type Household,
  type Lane,
  pick,
  type Scene,
  type StagedContact,
  testCaller,
} from './household.ts';
import type { Act } from './steps.ts';
import { review, veto } from './veto-and-review-acts.ts';

/** Performs one act with the product's own use cases. */
export async function performAct(scene: Scene, act: Act, ctx: Context): Promise<unknown> {
  const { lane, household } = scene;
  const { owner } = household;
  switch (act.do) {
    case 'start': {
      const { person, ids } = starter(household, act.actor);
      const input = activationOf({ userId: owner.user_id }, ids, pinOf(household, act.pin));
      const { payment_id } = await startActivation(ctx, person, input);
      if (!act.pays) return;
      lane.provider.end(payment_id, 'succeeded');
      return settlePayment(ctx, payment_id);
    }
    case 'request agreement':
      return requestAgreementOf(scene, act, ctx);
    case 'continue alone':
      await requestAgreementOf(scene, { actor: act.actor, pin: 'right' }, ctx);
      lane.clock.advance(releaseTimings.agreement);
      return performAct(scene, { do: 'start', actor: act.actor, pin: 'right', pays: true }, ctx);
    case 'answer': {
      const asked = await activationsOf(lane, owner, sql`status = 'agreement_pending'`);
      const { person } = contactOf(household, act.actor);
      const id = pick(asked, act.choice)?.id;
      return id && agreeToActivation(ctx, person, id);
    }
    case 'doubt':
    case 'withdraw': {
      const { person } = contactOf(household, act.actor);
      const id = pick(await listDoubtable(scene), act.choice)?.id;
      if (!id) return;
      if (act.do === 'withdraw') return withdrawDoubt(ctx, person, id);
      await raiseDoubt(ctx, person, id);
      return act.verdict && decideDoubts(scene, ctx, id, act.verdict);
    }
    case 'decide doubt': {
      const id = pick(await listDoubtable(scene), act.choice)?.id;
      return id && decideDoubts(scene, ctx, id, act.verdict);
    }
    case 'pay':
    case 'cancel': {
      const pending = lane.provider.payments().filter(({ status }) => status === 'pending');
      const chosen = pick(pending, act.choice);
      if (!chosen) return;
      lane.provider.end(chosen.payment_id, act.do === 'pay' ? 'succeeded' : 'canceled');
      if (act.do === 'pay' && !act.hasWebhook) return;
      return settlePayment(ctx, chosen.payment_id);
    }
    case 'webhook': {
      const chosen = pick(lane.provider.payments(), act.choice);
      return chosen && settlePayment(ctx, chosen.payment_id);
    }
    case 'cancel start': {
      const startedActivations = await activationsOf(
        lane,
        owner,
        sql`initiator_user_id is not null`,
      );
      const chosen = pick(startedActivations, act.choice);
      const person = household.contacts.find(
        (one) => one.person.user_id === chosen?.initiator_user_id,
      )?.person;
      return chosen && person && cancelActivation(ctx, person, chosen.id);
    }
    case 'file request':
    case 'decide request':
      return review(scene, act, ctx);
    case 'veto':
      return veto(scene, act, ctx);
    case 'process':
      return Promise.all(
        Array.from({ length: act.times }, () =>
          processWaitingActivations(ctx, new AbortController().signal),
        ),
      );
    case 'go stale':
      await (act.asks === 'others'
        ? requestAgreementOf(scene, { actor: act.actor, pin: 'right' }, ctx)
        : review(scene, { do: 'file request', actor: act.actor }, ctx));
      await review(scene, { do: 'decide request', choice: 0, verdict: 'approve' }, ctx);
      return letActivationsGoStale(scene, ctx);
    case 'jobs':
      return runJobs(lane, act.isTwice ? 2 : 1);
    case 'wait':
      return lane.clock.advance(act.hours * hour);
    case 'downtime': {
      const { starter: actor } = act;
      const start = { do: 'start', pin: 'right', pays: true } as const;
      if (actor !== null) await ignoreExpectedFailure(performAct(scene, { ...start, actor }, ctx));
      const started_at = lane.clock.now();
      await simulateDowntime(lane, act.hours * hour);
      return scene.downtimes.push({ started_at, ended_at: lane.clock.now() });
    }
    case 'reach release time':
      await advanceToRelease(lane, owner, act.lateMs);
      return act.isWatched && processWaitingActivations(ctx, new AbortController().signal);
    default:
      return performDecision(scene, act, ctx);
  }
}

const operator = { user_id: randomUUID(), session_id: randomUUID() };

/** Decides as an operator who has seen all doubts. */
async function decideDoubts(
  { household }: Scene,
  ctx: Context,
  id: string,
  verdict: DoubtVerdict,
): Promise<void> {
  const doubts = await listOpenDoubts(ctx.database, household.owner.user_id);
  const last_doubted_at = (doubts.at(-1)?.doubted_at ?? new Date(0)).toISOString();
  await decideDoubt(ctx, operator, id, { verdict, last_doubted_at });
}

function listDoubtable({ lane, household }: Scene) {
  return activationsOf(lane, household.owner, sql`status in ${doubtableActivationStatuses}`);
}

/**
 * Advances the clock in two steps and processes reminders after the first, so that concurrent acts
 * can occur between the steps.
 */
async function letActivationsGoStale({ lane }: Scene, ctx: Context): Promise<void> {
  const { stale, staleReminders } = releaseTimings;
  for (const time of [stale - staleReminders.last, staleReminders.last]) {
    lane.clock.advance(time);
    await expireStaleActivations(ctx, new AbortController().signal);
  }
}

function requestAgreementOf(
  { household }: Scene,
  { actor, pin: choice }: { actor: number; pin: 'right' | 'wrong' },
  ctx: Context,
) {
  const { person, ids } = starter(household, actor);
  const pin = pinOf(household, choice);
  const { user_id: deceased_user_id } = household.owner;
  const named = { deceased_user_id, trusted_contact_id: ids.contactId };
  return requestAgreement(ctx, person, { ...named, ...(pin && { pin }) });
}

type Decision = Extract<
  Act,
  {
    do:
      | 'keep contact'
      | 'remove contact'
      | 'answer invitation'
      | 'change rules'
      | 're-arm'
      | 'delete account';
  }
>;

/** Decisions of owner and contact, with a fresh proof where one is required. */
async function performDecision(
  { lane, household }: Scene,
  act: Decision,
  ctx: Context,
): Promise<unknown> {
  const { owner } = household;
  switch (act.do) {
    case 'keep contact':
      await prove(lane, owner);
      return decideOnVetoedContact(
        ctx,
        owner,
        contactOf(household, act.actor).contactId,
        'keep',
        testCaller,
      );
    case 'remove contact': {
      await prove(lane, owner);
      const { contactId } = contactOf(household, act.actor);
      return deleteContact(ctx, owner, contactId, undefined, testCaller);
    }
    case 'answer invitation': {
      const { invitationToken } = contactOf(household, act.actor);
      return answerInvitation(ctx, invitationToken, act.answer);
    }
    case 'change rules':
      await prove(lane, owner);
      if (!household.vetoCode) household.vetoCode = await newPaperCode(ctx, owner);
      return changeRules(ctx, owner, act.rules, testCaller);
    case 're-arm':
      await prove(lane, owner);
      return rearmProtocol(ctx, owner, testCaller);
    case 'delete account': {
      const deletedAccount =
        act.account === 0 ? owner : contactOf(household, act.account - 1).person;
      const input = { confirmation_word: 'DELETE', current_password: strongPassword };
      return deleteAccount(ctx, deletedAccount, input, testCaller, cookieWriter);
    }
  }
}

const hour = 60 * 60 * 1000;
const cookieWriter = { clear: () => {} } as never;

async function newPaperCode(ctx: Context, owner: Account): Promise<string> {
  const { code } = await createPaperCode(ctx, owner, testCaller);
  return code;
}

function starter(household: Household, actor: number) {
  const { person, contactId } = contactOf(household, actor);
  return { person, ids: { userId: person.user_id, contactId } };
}

function contactOf({ contacts }: Household, actor: number): StagedContact {
  const contact = pick(contacts, actor);
  if (!contact) throw new Error('a household without contacts');
  return contact;
}

function pinOf({ pin }: Household, choice: 'right' | 'wrong'): string | undefined {
  if (pin === null) return undefined;
  return choice === 'right' ? pin : '0000';
}

/** Records a fresh proof of the owner's password. */
async function prove({ database, clock }: Lane, { session_id }: Account): Promise<void> {
  await database.rows(sql`
    update sessions set proven_at = ${clock.now().toISOString()}::timestamptz
    where id = ${session_id}`);
}

async function advanceToRelease(lane: Lane, owner: Account, lateMs: number): Promise<void> {
  const [waiting] = await activationsOf(lane, owner, sql`status = 'waiting'`);
  if (!waiting?.release_at) return;
  const left = new Date(waiting.release_at).getTime() - lane.clock.now().getTime();
  lane.clock.advance(Math.max(0, left + lateMs));
}

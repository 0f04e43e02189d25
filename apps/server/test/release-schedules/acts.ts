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
import { approveContact } from '../../src/features/protocol/requests/decide-request.ts';
import { changeRules, createPaperCode } from '../../src/features/protocol/settings/settings.ts';
import { simulateDowntime } from '../activations.ts';
import { strongPassword } from '../people.ts';
import { activationOf } from '../protocol.ts';
import { ignoreExpectedFailure, runJobs } from './background.ts';
import {
  type Account,
  activationsOf,
  caller,
  type Household,
  type Lane,
  pick,
  type Scene,
  type StagedContact,
} from './household.ts';
import type { Act } from './steps.ts';
import { review, stop } from './veto-and-review-acts.ts';

/** Runs one step with the product's own use cases. */
export async function act(scene: Scene, doing: Act, ctx: Context): Promise<unknown> {
  const { lane, household } = scene;
  const { owner } = household;
  switch (doing.do) {
    case 'start': {
      const { person, ids } = starter(household, doing.who);
      const input = activationOf({ userId: owner.user_id }, ids, pinOf(household, doing.pin));
      const { payment_id } = await startActivation(ctx, person, input);
      if (!doing.pays) return;
      lane.provider.end(payment_id, 'succeeded');
      return settlePayment(ctx, payment_id);
    }
    case 'request agreement':
      return ask(scene, doing, ctx);
    case 'continue alone':
      await ask(scene, { who: doing.who, pin: 'right' }, ctx);
      lane.clock.advance(releaseTimings.agreement);
      return act(scene, { do: 'start', who: doing.who, pin: 'right', pays: true }, ctx);
    case 'answer': {
      const asked = await activationsOf(lane, owner, sql`status = 'agreement_pending'`);
      const { person } = contactOf(household, doing.who);
      const id = pick(asked, doing.which)?.id;
      return id && agreeToActivation(ctx, person, id);
    }
    case 'doubt':
    case 'withdraw': {
      const { person } = contactOf(household, doing.who);
      const id = pick(await doubtable(scene), doing.which)?.id;
      if (!id) return;
      if (doing.do === 'withdraw') return withdrawDoubt(ctx, person, id);
      await raiseDoubt(ctx, person, id);
      return doing.verdict && decideDoubts(scene, ctx, id, doing.verdict);
    }
    case 'decide doubt': {
      const id = pick(await doubtable(scene), doing.which)?.id;
      return id && decideDoubts(scene, ctx, id, doing.verdict);
    }
    case 'pay':
    case 'cancel': {
      const pending = lane.provider.payments().filter(({ status }) => status === 'pending');
      const chosen = pick(pending, doing.which);
      if (!chosen) return;
      lane.provider.end(chosen.payment_id, doing.do === 'pay' ? 'succeeded' : 'canceled');
      if (doing.do === 'pay' && !doing.hasWebhook) return;
      return settlePayment(ctx, chosen.payment_id);
    }
    case 'webhook': {
      const chosen = pick(lane.provider.payments(), doing.which);
      return chosen && settlePayment(ctx, chosen.payment_id);
    }
    case 'cancel start': {
      const begun = await activationsOf(lane, owner, sql`initiator_user_id is not null`);
      const chosen = pick(begun, doing.which);
      const person = household.contacts.find(
        (one) => one.person.user_id === chosen?.initiator_user_id,
      )?.person;
      return chosen && person && cancelActivation(ctx, person, chosen.id);
    }
    case 'file request':
    case 'decide request':
      return review(scene, doing, ctx);
    case 'veto':
      return stop(scene, doing, ctx);
    case 'process':
      return Promise.all(
        Array.from({ length: doing.times }, () =>
          processWaitingActivations(ctx, new AbortController().signal),
        ),
      );
    case 'go stale':
      await (doing.asks === 'others'
        ? ask(scene, { who: doing.who, pin: 'right' }, ctx)
        : review(scene, { do: 'file request', who: doing.who }, ctx));
      await review(scene, { do: 'decide request', which: 0, verdict: 'approve' }, ctx);
      return leaveOpen(scene, ctx);
    case 'jobs':
      return runJobs(lane, doing.isTwice ? 2 : 1);
    case 'wait':
      return lane.clock.advance(doing.hours * hour);
    case 'downtime': {
      const { starter: who } = doing;
      const start = { do: 'start', pin: 'right', pays: true } as const;
      if (who !== null) await ignoreExpectedFailure(act(scene, { ...start, who }, ctx));
      const began_at = lane.clock.now();
      await simulateDowntime(lane, doing.hours * hour);
      return scene.downtimes.push({ began_at, ended_at: lane.clock.now() });
    }
    case 'reach release time':
      await waitForTheEnd(lane, owner, doing.lateMs);
      return doing.isWatched && processWaitingActivations(ctx, new AbortController().signal);
    default:
      return decide(scene, doing, ctx);
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

function doubtable({ lane, household }: Scene) {
  return activationsOf(lane, household.owner, sql`status in ${doubtableActivationStatuses}`);
}

/** Reminds first, so that concurrent acts fall in between. */
async function leaveOpen({ lane }: Scene, ctx: Context): Promise<void> {
  const { stale, staleReminders } = releaseTimings;
  for (const time of [stale - staleReminders.last, staleReminders.last]) {
    lane.clock.advance(time);
    await expireStaleActivations(ctx, new AbortController().signal);
  }
}

function ask(
  { household }: Scene,
  { who, pin: which }: { who: number; pin: 'right' | 'wrong' },
  ctx: Context,
) {
  const { person, ids } = starter(household, who);
  const pin = pinOf(household, which);
  const { user_id: deceased_user_id } = household.owner;
  const named = { deceased_user_id, trusted_contact_id: ids.contactId };
  return requestAgreement(ctx, person, { ...named, ...(pin && { pin }) });
}

type Decision = Extract<
  Act,
  { do: 'keep contact' | 'approve' | 'remove' | 'invitation' | 'choose' | 'arm again' | 'close account' }
>;

/** Decisions of owner, contact and operator, with a fresh proof where one is required. */
async function decide({ lane, household }: Scene, doing: Decision, ctx: Context): Promise<unknown> {
  const { owner } = household;
  switch (doing.do) {
    case 'keep contact':
      await prove(lane, owner);
      return decideOnVetoedContact(
        ctx,
        owner,
        contactOf(household, doing.who).contactId,
        'keep',
        caller,
      );
    case 'approve contact':
      return approveContact(ctx, contactOf(household, doing.who).contactId);
    case 'remove contact': {
      await prove(lane, owner);
      const { contactId } = contactOf(household, doing.who);
      return deleteContact(ctx, owner, contactId, undefined, caller);
    }
    case 'answer invitation': {
      const { invitationToken } = contactOf(household, doing.who);
      return answerInvitation(ctx, invitationToken, doing.answer);
    }
    case 'change rules':
      await prove(lane, owner);
      if (!household.stopCode) household.stopCode = await newPaperCode(ctx, owner);
      return changeRules(ctx, owner, doing.rules, caller);
    case 're-arm':
      await prove(lane, owner);
      return rearmProtocol(ctx, owner, caller);
    case 'delete account': {
      const leaving = doing.whose === 0 ? owner : contactOf(household, doing.whose - 1).person;
      const input = { confirmation_word: 'DELETE', current_password: strongPassword };
      return deleteAccount(ctx, leaving, input, caller, noCookies);
    }
  }
}

const hour = 60 * 60 * 1000;
const noCookies = { clear: () => {} } as never;

async function newPaperCode(ctx: Context, owner: Account): Promise<string> {
  const { code } = await createPaperCode(ctx, owner, caller);
  return code;
}

function starter(household: Household, who: number) {
  const { person, contactId } = contactOf(household, who);
  return { person, ids: { userId: person.user_id, contactId } };
}

function contactOf({ contacts }: Household, who: number): StagedContact {
  const contact = pick(contacts, who);
  if (!contact) throw new Error('a household without contacts');
  return contact;
}

function pinOf({ pin }: Household, which: 'right' | 'wrong'): string | undefined {
  if (pin === null) return undefined;
  return which === 'right' ? pin : '0000';
}

/** Records a fresh proof of the owner's password. */
async function prove({ database, clock }: Lane, { session_id }: Account): Promise<void> {
  await database.rows(sql`
    update sessions set proven_at = ${clock.now().toISOString()}::timestamptz
    where id = ${session_id}`);
}

async function waitForTheEnd(lane: Lane, owner: Account, lateMs: number): Promise<void> {
  const [waiting] = await activationsOf(lane, owner, sql`status = 'waiting'`);
  if (!waiting?.release_at) return;
  const left = new Date(waiting.release_at).getTime() - lane.clock.now().getTime();
  lane.clock.advance(Math.max(0, left + lateMs));
}

import {
  type VetoInput,
  type VetoView,
  vetoEndpoints,
} from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { type Caller, type Owner, type Route, route } from '../../../platform/http/route.ts';
import { enqueueMail } from '../../../platform/mail/mailer.ts';
import { type EventOrigin, lockUser, recordSecurityEvent } from '../../identity/account/index.ts';
import { activationAttemptEnded, activationEnded, contactQuestioned } from '../emails/end-mails.ts';
import { mailOwner } from '../emails/owner-mail.ts';
import { auditRelease } from './activation-notices.ts';
import { type Activation, listVetoableStarts, moveActivation } from './activation-repository.ts';
import { nextActivationStatus } from './activation-rules.ts';
import {
  blockContacts,
  endApprovals,
  markQuestioned,
  unblockContact,
} from './contact-veto-repository.ts';
import { endDoubts } from './doubt-repository.ts';
import { returnFee } from './end-activation.ts';
import { withLockedActivations } from './lock-activation.ts';
import { markPaperCodeUsed, markVetoLinkUsed } from './veto-repository.ts';
import { isByLink, needsSignIn, type VetoWay } from './veto-rules.ts';
import { readVetoView, resolveVeto } from './veto-view.ts';
import { listOtherContacts } from './waiting-repository.ts';

export function vetoRoutes(ctx: Context): Route[] {
  return [
    // Changes nothing, because mail programs open links by themselves.
    route(vetoEndpoints.describeVeto, async ({ body }) =>
      readVetoView(ctx, await resolveVeto(ctx, body)),
    ),
    route(vetoEndpoints.vetoProtocol, ({ body, caller }) => vetoByLinkOrCode(ctx, body, caller)),
    route(vetoEndpoints.vetoOwnProtocol, async ({ owner, caller }) => {
      await vetoOwnProtocol(ctx, owner, caller);
      return {};
    }),
    route(vetoEndpoints.decideOnVetoedContact, async ({ owner, params, body, caller }) => {
      await decideOnVetoedContact(ctx, owner, params.id, body.decision, caller);
      return {};
    }),
  ];
}

/** Vetoes by a mailed link or the paper code. A code works once; a link can be used again. */
export async function vetoByLinkOrCode(
  ctx: Context,
  input: VetoInput,
  caller: Caller,
): Promise<VetoView> {
  const { database, clock } = ctx;
  const found = await resolveVeto(ctx, input);
  const { ownerId, way, link, code } = found;
  const before = await readVetoView(ctx, found);
  if (before.is_vetoed && before.attempts.length === 0) return before;
  if (code?.is_used) fail('veto_code_used');
  const onlyActivationId = link && !link.isOwnersMailbox ? link.activation.id : undefined;
  await vetoActivations(ctx, { ownerId, way, onlyActivationId }, caller, async () => {
    if (code && !(await markPaperCodeUsed(database, code.digest))) fail('veto_code_used');
    if (link) await markVetoLinkUsed(database, link.id, clock.now());
  });
  return readVetoView(ctx, await resolveVeto(ctx, input));
}

export function vetoOwnProtocol(ctx: Context, { user_id }: Owner, caller: Caller): Promise<void> {
  return vetoActivations(ctx, { ownerId: user_id, way: 'screen' }, caller);
}

interface Veto {
  ownerId: string;
  way: VetoWay;
  /** The one activation that a former mailbox of the owner may still veto. */
  onlyActivationId?: string | undefined;
}

/**
 * Ends all activations that the owner can veto, returns the fees in full and blocks the contacts
 * who started them. A mailed link vetoes no activation approved by a death certificate.
 */
async function vetoActivations(
  ctx: Context,
  { ownerId, way, onlyActivationId }: Veto,
  origin: EventOrigin,
  markUsed: () => Promise<void> = async () => {},
): Promise<void> {
  await withLockedActivations(ctx, ownerId, async (locked) => {
    const candidates = locked.filter(({ id }) => !onlyActivationId || id === onlyActivationId);
    const vetoed = isByLink(way) ? candidates.filter((one) => !needsSignIn(one)) : candidates;
    if (candidates.length === 0) fail('nothing_to_veto');
    if (vetoed.length === 0) fail('sign_in_to_veto');
    await markUsed();
    await vetoAll(ctx, ownerId, vetoed, way, origin);
    ctx.checkpoint('veto.before_commit');
  });
  ctx.checkpoint('veto.done');
}

async function vetoAll(
  ctx: Context,
  ownerId: string,
  activations: readonly Activation[],
  way: VetoWay,
  origin: EventOrigin,
): Promise<void> {
  const { database, clock } = ctx;
  const now = clock.now();
  const notified = new Set<string>();
  for (const activation of activations) {
    const { id: activation_id, trusted_contact_id } = activation;
    await vetoOne(ctx, activation, way, now);
    await enqueueMail(ctx, activationEnded, { activation_id });
    await mailOwner(ctx, ownerId, activationAttemptEnded, { activation_id });
    if (trusted_contact_id) notified.add(trusted_contact_id);
    if (!isKnownToOthers(activation)) continue;
    for (const { id: contact_id } of await listOtherContacts(database, activation)) {
      if (notified.has(contact_id)) continue;
      notified.add(contact_id);
      await enqueueMail(ctx, activationEnded, { activation_id, contact_id });
    }
  }
  const contacts = activations.flatMap(({ trusted_contact_id: id }) => id ?? []);
  await blockContacts(database, contacts, now);
  // A start that a link cannot veto continues, and so do the doubts about it.
  if ((await listVetoableStarts(database, ownerId)).length === 0) {
    await endDoubts(database, { owner_id: ownerId }, 'owner_acted', now);
  }
  await endApprovals(database, ownerId, isByLink(way) ? 'without_certificate' : 'all');
  await recordSecurityEvent(database, ownerId, 'activation_vetoed', origin, now);
}

/** Other contacts were mailed about a request for agreement or about a waiting period. */
function isKnownToOthers({ status, agreement_asked_at }: Activation): boolean {
  return status === 'waiting' || (status !== 'payment_pending' && agreement_asked_at !== null);
}

async function vetoOne(
  ctx: Context,
  activation: Activation,
  vetoed_by: VetoWay,
  now: Date,
): Promise<void> {
  const { database, log } = ctx;
  const { id, status, payment_id } = activation;
  const next = nextActivationStatus(status, 'vetoed');
  if (!next) throw new Error(`An activation in the state ${status} cannot be vetoed.`);
  await moveActivation(database, activation, next, now, {
    end_reason: 'vetoed',
    vetoed_by,
    ...(next === 'rejected' && { rejection: 'owner_answered', decided_at: now }),
  });
  const act = next === 'rejected' ? 'request_answered' : 'activation_vetoed';
  const actor = { kind: 'owner', id: activation.deceased_user_id } as const;
  await auditRelease(ctx, act, activation, { actor, facts: { way: vetoed_by } });
  await returnFee(ctx, payment_id, 'vetoed');
  log.info({ code: 'activation_vetoed', activation_id: id, status }, 'activation vetoed');
}

/** After a veto: the owner unblocks the contact, or asks them by mail for an explanation. */
export function decideOnVetoedContact(
  ctx: Context,
  { user_id }: Owner,
  contact_id: string,
  decision: 'keep' | 'question',
  caller: Caller,
): Promise<void> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const now = clock.now();
    if (decision === 'question') {
      const isBlocked = await markQuestioned(database, user_id, contact_id, now);
      if (!isBlocked) fail('contact_not_found');
      return enqueueMail(ctx, contactQuestioned, { contact_id });
    }
    if (!(await unblockContact(database, user_id, contact_id))) fail('contact_not_found');
    await recordSecurityEvent(database, user_id, 'vetoed_contact_kept', caller, now);
  });
}

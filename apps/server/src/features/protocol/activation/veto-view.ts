import { vetoableActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { parsePaperCode } from '@zavet/contract/protocol/release-rules';
import type { VetoInput, VetoView } from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { fail } from '../../../platform/failure.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findContactsById } from '../people-repository.ts';
import { needsSignIn } from '../requests/request-rules.ts';
import { listOwnerAddresses } from '../settings/address-repository.ts';
import {
  type Activation,
  findActivation,
  findEffectiveActivation,
  listVetoable,
} from './activation-repository.ts';
import { listOpenDoubts } from './doubt-repository.ts';
import { findHold, type OpenDoubt } from './doubt-rules.ts';
import { digestOfMailbox, digestOfPaperCode } from './veto-codes.ts';
import { findPaperCode, findVetoLinkByDigest } from './veto-repository.ts';
import { isByLink, type VetoWay } from './veto-rules.ts';
import { isPostponed } from './waiting-rules.ts';

/** The owner and the reach of what was brought: a mailed link or the code on paper. */
export interface VetoSource {
  ownerId: string;
  way: VetoWay;
  link: FoundLink | undefined;
  code: { digest: string; is_spent: boolean } | undefined;
}

interface FoundLink {
  id: string;
  /** The activation that it was mailed about. */
  activation: Activation;
  /** It has vetoed something, perhaps another activation. */
  isUsed: boolean;
  /** The mailbox is one of the owner's today: then the link is as good for later activations. */
  isOwners: boolean;
}

export function resolveVeto(ctx: Context, input: VetoInput): Promise<VetoSource> {
  return 'token' in input ? findByToken(ctx, input.token) : findByCode(ctx, input.code);
}

async function findByToken(
  { database, linkTokens, serviceKey }: Context,
  token: string,
): Promise<VetoSource> {
  const link = await findVetoLinkByDigest(database, linkTokens.digestOf(token));
  const activation = link && (await findActivation(database, link.activation_id));
  if (!link || !activation) return fail('link_invalid');
  const ownerId = activation.deceased_user_id;
  const addresses = await listOwnerAddresses(database, ownerId);
  const mailbox = addresses.find(
    ({ email }) => digestOfMailbox(serviceKey, email) === link.mailbox_digest,
  );
  // A former mailbox learns nothing of later activations.
  if (!mailbox && isOver(activation) && !isStopped(activation)) return fail('link_invalid');
  const address = mailbox?.address ?? link.address;
  return {
    ownerId,
    way: address === 'first' ? 'first_address' : 'second_address',
    link: {
      id: link.id,
      activation,
      isUsed: link.used_at !== null,
      isOwners: mailbox !== undefined,
    },
    code: undefined,
  };
}

async function findByCode(ctx: Context, typed: string): Promise<VetoSource> {
  const code = parsePaperCode(typed);
  const digest = code && digestOfPaperCode(ctx.serviceKey, code);
  const known = digest && (await findPaperCode(ctx.database, digest));
  if (!known) return fail('stop_code_unknown', { fields: { code: 'stop_code_unknown' } });
  const { user_id, is_spent } = known;
  return { ownerId: user_id, way: 'code', link: undefined, code: { digest, is_spent } };
}

/** The present state of the owner's protocol, as far as a link or code may know it. */
export async function vetoView({ database }: Context, found: VetoSource): Promise<VetoView> {
  const { ownerId, way, link, code } = found;
  const owner = await findPerson(database, ownerId);
  if (!owner) return fail('link_invalid');
  const stoppable = await listStoppableBy(database, found);
  const free = isByLink(way) ? stoppable.filter((one) => !needsSignIn(one)) : stoppable;
  const isPowerless = free.length === 0 || code?.is_spent === true;
  const attempts = isPowerless ? stoppable : free;
  const contacts = await findContactsById(
    database,
    attempts.flatMap(({ trusted_contact_id: id }) => id ?? []),
  );
  const doubts = await listOpenDoubts(database, ownerId);
  const isFormer = link?.isOwners === false;
  const effective = isFormer ? undefined : await findEffectiveActivation(database, ownerId);
  return {
    owner_name: owner.full_name ?? owner.email,
    attempts: attempts.map((attempt) => ({
      contact_name: contacts.get(attempt.trusted_contact_id ?? '')?.name ?? null,
      status: attempt.status,
      started_at: attempt.created_at,
      release_at: attempt.release_at,
      is_postponed: isPostponed(attempt),
      doubt: doubtOf(attempt, doubts),
    })),
    is_released: effective !== undefined,
    needs_sign_in: attempts.length > 0 && isPowerless,
    is_code_spent: code?.is_spent ?? false,
    is_stopped:
      code?.is_spent || link?.isUsed || (link !== undefined && isStopped(link.activation)),
  };
}

function doubtOf(attempt: Activation, doubts: readonly OpenDoubt[]) {
  const hold = findHold(attempt, doubts);
  return hold ? { decided_by: hold.decided_by } : null;
}

/** Activations that the link or code is about: all that run, or its own for a former mailbox. */
async function listStoppableBy(
  database: Database,
  { ownerId, link }: Pick<VetoSource, 'ownerId' | 'link'>,
): Promise<Activation[]> {
  const stoppable = await listVetoable(database, ownerId);
  return link?.isOwners === false
    ? stoppable.filter(({ id }) => id === link.activation.id)
    : stoppable;
}

/** By the owner: a start, or a request that was answered with «I am here». */
function isStopped({ status, rejection }: Activation): boolean {
  return status === 'vetoed' || rejection === 'owner_answered';
}

function isOver({ status }: Activation): boolean {
  return !vetoableActivationStatuses.some((stoppable) => stoppable === status);
}

import { readStopCode } from '@zavet/contract/protocol/stop-code';
import type { StopInput, StopView } from '@zavet/contract/protocol/stop-endpoints';
import { fail } from '../../../platform/failure.ts';
import { findPerson } from '../../account/public.ts';
import {
  type Activation,
  findActivation,
  findEffectiveActivation,
  listStoppable,
} from '../activation/activation-repository.ts';
import { findContactsById } from '../people-repository.ts';
import type { ProtocolDeps } from '../protocol-deps.ts';
import { needsSignIn } from '../requests/request-rules.ts';
import { findOwnerOfStopCode } from '../rules/stop-code-repository.ts';
import { isPostponed } from '../waiting/waiting-rules.ts';
import { digestOfStopCode } from './stop-codes.ts';
import { findStopLinkByDigest } from './stop-link-repository.ts';
import type { StopWay } from './stop-values.ts';

/** Who wants to stop what, by what they bring. */
export interface FoundStop {
  ownerId: string;
  way: StopWay;
  /** The one that the link was mailed about; a code is about anything. */
  activation: Activation | undefined;
  codeDigest: string | undefined;
}

export function findStop(deps: ProtocolDeps, input: StopInput): Promise<FoundStop> {
  return 'token' in input ? findByToken(deps, input.token) : findByCode(deps, input.code);
}

async function findByToken(
  { database, linkTokens }: ProtocolDeps,
  token: string,
): Promise<FoundStop> {
  const link = await findStopLinkByDigest(database, linkTokens.digestOf(token));
  const activation = link && (await findActivation(database, link.activation_id));
  if (!link || !activation) return fail('link_invalid');
  return {
    ownerId: activation.deceased_user_id,
    way: link.address === 'first' ? 'first_address' : 'second_address',
    activation,
    codeDigest: undefined,
  };
}

async function findByCode(deps: ProtocolDeps, typed: string): Promise<FoundStop> {
  const code = readStopCode(typed);
  const codeDigest = code && digestOfStopCode(deps.serviceKey, code);
  const ownerId = codeDigest && (await findOwnerOfStopCode(deps.database, codeDigest));
  if (!ownerId) return fail('stop_code_unknown', { fields: { code: 'stop_code_unknown' } });
  return { ownerId, way: 'code', activation: undefined, codeDigest };
}

/** What a stop would end now, or what became of it. */
export async function viewOfStop(
  { database }: ProtocolDeps,
  { ownerId, activation }: Pick<FoundStop, 'ownerId' | 'activation'>,
): Promise<StopView> {
  const owner = await findPerson(database, ownerId);
  if (!owner) return fail('link_invalid');
  const known = activation && (await findActivation(database, activation.id));
  const stoppable = isOver(known) ? [] : await listStoppable(database, ownerId);
  const free = stoppable.filter((attempt) => !needsSignIn(attempt));
  const needs_sign_in = stoppable.length > 0 && free.length === 0;
  const attempts = needs_sign_in ? stoppable : free;
  const contacts = await findContactsById(
    database,
    attempts.flatMap(({ trusted_contact_id: id }) => id ?? []),
  );
  return {
    owner_name: owner.full_name ?? owner.email,
    attempts: attempts.map((attempt) => ({
      contact_name: contacts.get(attempt.trusted_contact_id ?? '')?.name ?? null,
      status: attempt.status,
      started_at: attempt.created_at.toISOString(),
      release_at: attempt.release_at?.toISOString() ?? null,
      is_postponed: isPostponed(attempt),
    })),
    is_released: (await findEffectiveActivation(database, ownerId)) !== undefined,
    needs_sign_in,
    is_stopped: known !== undefined && isStopped(known),
  };
}

/** By the owner: a start, or a request that was answered with «I am here». */
export function isStopped({ status, rejection }: Activation): boolean {
  return status === 'vetoed' || rejection === 'owner_answered';
}

/** A link is good for what it was mailed about: an old mail stops nothing that began later. */
export function isOver(activation: Activation | undefined): boolean {
  if (!activation) return false;
  switch (activation.status) {
    case 'requested':
    case 'approved':
    case 'agreement_pending':
    case 'agreed':
    case 'payment_pending':
    case 'waiting':
      return false;
    default:
      return true;
  }
}

import { vetoableActivationStatuses } from '@zavet/contract/protocol/protocol-values';
import { parsePaperCode } from '@zavet/contract/protocol/release-rules';
import type { VetoInput, VetoView } from '@zavet/contract/protocol/veto-endpoints';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import { findPerson } from '../../identity/account/index.ts';
import { findContactsById } from '../people-repository.ts';
import { listOwnerAddresses } from '../settings/address-repository.ts';
import {
  type Activation,
  findActivation,
  findEffectiveActivation,
  listVetoableStarts,
} from './activation-repository.ts';
import { listOpenDoubts } from './doubt-repository.ts';
import { findHold, type OpenDoubt } from './doubt-rules.ts';
import { digestOfMailbox, digestOfPaperCode } from './veto-codes.ts';
import { findPaperCode, findVetoLinkByDigest } from './veto-repository.ts';
import { isByLink, needsSignIn, type VetoWay } from './veto-rules.ts';
import { isPostponed } from './waiting-rules.ts';

/** A resolved mailed link or paper code: its owner, and the starts it may veto. */
export interface VetoSource {
  ownerId: string;
  way: VetoWay;
  link: ResolvedLink | undefined;
  code: { digest: string; is_used: boolean } | undefined;
}

interface ResolvedLink {
  id: string;
  /** The activation that the link was mailed about. */
  activation: Activation;
  /** The link has already vetoed an activation, perhaps a different one. */
  isUsed: boolean;
  /** The mailbox still belongs to the owner, so the link vetoes later activations as well. */
  isOwnersMailbox: boolean;
}

export function resolveVeto(ctx: Context, input: VetoInput): Promise<VetoSource> {
  return 'token' in input ? resolveLink(ctx, input.token) : resolveCode(ctx, input.code);
}

async function resolveLink(
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
  // A former mailbox must not reveal later activations.
  if (!mailbox && !isVetoable(activation) && !isVetoed(activation)) return fail('link_invalid');
  const address = mailbox?.address ?? link.address;
  return {
    ownerId,
    way: address === 'first' ? 'first_address' : 'second_address',
    link: {
      id: link.id,
      activation,
      isUsed: link.used_at !== null,
      isOwnersMailbox: mailbox !== undefined,
    },
    code: undefined,
  };
}

async function resolveCode({ database, serviceKey }: Context, typed: string): Promise<VetoSource> {
  const code = parsePaperCode(typed);
  const digest = code && digestOfPaperCode(serviceKey, code);
  const known = digest && (await findPaperCode(database, digest));
  if (!known) return fail('veto_code_unknown', { fields: { code: 'veto_code_unknown' } });
  const { user_id, is_used } = known;
  return { ownerId: user_id, way: 'code', link: undefined, code: { digest, is_used } };
}

/** The current state of the owner's protocol, limited to the starts that the link or code may show. */
export async function readVetoView({ database }: Context, source: VetoSource): Promise<VetoView> {
  const { ownerId, way, link, code } = source;
  const owner = await findPerson(database, ownerId);
  if (!owner) return fail('link_invalid');
  const isFormerMailbox = link?.isOwnersMailbox === false;
  const all = await listVetoableStarts(database, ownerId);
  const inReach = isFormerMailbox ? all.filter(({ id }) => id === link.activation.id) : all;
  const vetoable = isByLink(way) ? inReach.filter((one) => !needsSignIn(one)) : inReach;
  const vetoesNothing = vetoable.length === 0 || code?.is_used === true;
  const shown = vetoesNothing ? inReach : vetoable;
  const contacts = await findContactsById(
    database,
    shown.flatMap(({ trusted_contact_id: id }) => id ?? []),
  );
  const doubts = await listOpenDoubts(database, ownerId);
  const effective = isFormerMailbox ? undefined : await findEffectiveActivation(database, ownerId);
  return {
    owner_name: owner.full_name ?? owner.email,
    attempts: shown.map((activation) => ({
      contact_name: contacts.get(activation.trusted_contact_id ?? '')?.name ?? null,
      status: activation.status,
      started_at: activation.created_at,
      release_at: activation.release_at,
      is_postponed: isPostponed(activation),
      doubt: doubtOf(activation, doubts),
    })),
    is_released: effective !== undefined,
    needs_sign_in: shown.length > 0 && vetoesNothing,
    is_code_used: code?.is_used ?? false,
    is_vetoed: code?.is_used || link?.isUsed || (link !== undefined && isVetoed(link.activation)),
  };
}

function doubtOf(activation: Activation, doubts: readonly OpenDoubt[]) {
  const hold = findHold(activation, doubts);
  return hold ? { decided_by: hold.decided_by } : null;
}

/** A vetoed start, or a request that the owner answered. */
function isVetoed({ status, rejection }: Activation): boolean {
  return status === 'vetoed' || rejection === 'owner_answered';
}

function isVetoable({ status }: Activation): boolean {
  return vetoableActivationStatuses.some((vetoable) => vetoable === status);
}

import type { ReviewList } from '@zavet/contract/desk/desk-values';
import type { ReviewRow, ReviewView } from '@zavet/contract/desk/request-endpoints';
import type { ServiceStatus } from '@zavet/contract/desk/status-endpoints';
import { rulesAt } from '@zavet/contract/protocol/release-rules';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { findLastSeen, findProfile, hasPin } from '../../identity/account/index.ts';
import { findInvolvingOwners } from '../../people/involvement/index.ts';
import { countDoubts } from '../activation/doubt-routes.ts';
import { listOwnerAddresses } from '../settings/address-repository.ts';
import { findRulesRecord } from '../settings/settings-repository.ts';
import { certificateStepOf } from './certificate.ts';
import { findRequest, openPapers, type Request } from './open-request.ts';
import { documentAwaitedSince, overdueSince } from './request-rules.ts';
import {
  countConfirmed,
  countUndecided,
  findReviewRow,
  listOtherStarts,
  listReviewRows,
  type ReviewListRow,
  type Viewing,
} from './review-repository.ts';

const pageSize = 50;
const maxOtherStarts = 50;

/** A page of a list for the desk, with the cursor of the next one. */
export async function listReviews(
  ctx: Context,
  operator: Owner,
  { state, after, words }: { state: ReviewList; after?: string | undefined; words?: string },
): Promise<{ reviews: ReviewRow[]; next: string | null }> {
  const viewing = viewingOf(ctx, operator);
  const query = { state, after, words, limit: pageSize + 1 };
  const rows = await listReviewRows(ctx.database, viewing, query);
  const page = rows.slice(0, pageSize);
  return {
    reviews: page.map((row) => toReviewRow(row, viewing)),
    next: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  };
}

export function viewingOf({ clock }: Context, { user_id }: Pick<Owner, 'user_id'>): Viewing {
  const now = clock.now();
  return {
    operator_id: user_id,
    now,
    overdue_since: overdueSince(now),
    awaited_since: documentAwaitedSince(now),
  };
}

export async function readReview(ctx: Context, operator: Owner, id: string): Promise<ReviewView> {
  const { database, clock } = ctx;
  const request = await findRequest(ctx, id);
  const viewing = viewingOf(ctx, operator);
  const row = request && (await findReviewRow(database, viewing, id));
  if (!request || !row) return fail('not_found');
  const ownerId = request.deceased_user_id;
  const seen = await findLastSeen(database, ownerId, clock.now());
  const involving = await findInvolvingOwners(ctx, operator, [ownerId]);
  const earlier = await listOtherStarts(database, ownerId, id, maxOtherStarts);
  const { documents: _, ...listed } = toReviewRow(row, viewing);
  const owner = await findProfile(database, ownerId);
  return {
    ...listed,
    ...(await openPapers(ctx, id)),
    owner_born_on: owner?.date_of_birth ?? null,
    rejection: request.rejection,
    basis: request.approval_basis,
    certificate: await certificateOf(ctx, operator, request),
    rules: await rulesFor(ctx, ownerId),
    owner_seen_at: seen ?? null,
    earlier: earlier.map(({ created_at, ...one }) => ({
      ...one,
      created_at: new Date(created_at),
    })),
    is_involved: involving.has(ownerId) || request.initiator_user_id === operator.user_id,
    confirmed_contacts: await countConfirmed(database, ownerId),
  };
}

async function certificateOf(
  ctx: Context,
  operator: Owner,
  request: Request,
): Promise<ReviewView['certificate']> {
  if (request.status !== 'requested') return null;
  const step = await certificateStepOf(ctx, operator, request);
  const proposedAt = step.kind === 'propose' ? null : request.certificate_proposed_at;
  return {
    step: step.kind,
    proposed_at: proposedAt,
    from: step.kind === 'later' ? step.from : null,
  };
}

async function rulesFor(
  { database, clock }: Context,
  ownerId: string,
): Promise<ReviewView['rules']> {
  const { stored, veto_code_created_at } = await findRulesRecord(database, ownerId);
  const { waiting_hours, needs_second } = rulesAt(stored, clock.now());
  const addresses = await listOwnerAddresses(database, ownerId);
  return {
    waiting_hours,
    needs_second,
    has_pin: await hasPin(database, ownerId),
    has_second_address: addresses.some(({ address }) => address === 'second'),
    has_veto_code: veto_code_created_at !== null,
  };
}

function toReviewRow({ claim, ...row }: ReviewListRow, { operator_id }: Viewing): ReviewRow {
  return {
    ...row,
    filed_at: new Date(row.filed_at),
    decided_at: row.decided_at && new Date(row.decided_at),
    claim: claim && {
      ...claim,
      until: new Date(claim.until),
      is_mine: claim.operator_id === operator_id,
    },
  };
}

/**
 * Counts for the tabs of an operator: the requests in each list, and the starts held back by
 * doubts.
 */
export async function countReviews(ctx: Context, operator: Owner) {
  const { oldest_filed_at: _, ...counts } = await countUndecided(
    ctx.database,
    viewingOf(ctx, operator),
  );
  return { ...counts, doubts: (await countDoubts(ctx)).waiting };
}

/**
 * Counts the requests, and the starts held back by doubts, that await an operator or are overdue.
 */
export async function countRequests(ctx: Context): Promise<ServiceStatus['requests']> {
  // Only the count of claimed requests depends on an operator; it is not used here.
  const viewing = viewingOf(ctx, { user_id: noOperator });
  const { open, overdue, oldest_filed_at } = await countUndecided(ctx.database, viewing);
  const doubts = await countDoubts(ctx);
  const times = [oldest_filed_at, doubts.oldest_at].flatMap((time) => (time ? new Date(time) : []));
  const [oldest = null] = times.sort((one, other) => one.getTime() - other.getTime());
  return {
    waiting: open + doubts.waiting,
    overdue: overdue + doubts.overdue,
    oldest_filed_at: oldest,
  };
}

const noOperator = '00000000-0000-0000-0000-000000000000';

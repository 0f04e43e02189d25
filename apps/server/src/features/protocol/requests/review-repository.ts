import type { ReviewList } from '@zavet/contract/desk/desk-values';
import type { ReviewRow } from '@zavet/contract/desk/request-endpoints';
import { type ActivationStatus, requestTerms } from '@zavet/contract/protocol/protocol-values';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { aliasPerson } from '../../identity/account/index.ts';
import { operators } from '../../identity/operators/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { ownerInvolves } from '../../people/involvement/index.ts';
import { assertUpdated } from '../activation/activation-repository.ts';
import { activationRequests } from '../protocol-tables.ts';
import type { Request } from './open-request.ts';
import type { Proposal } from './request-rules.ts';
import { requestDocuments, requestPapers } from './request-tables.ts';

export interface ReviewListRow extends Omit<ReviewRow, 'filed_at' | 'decided_at' | 'claim'> {
  filed_at: string;
  decided_at: string | null;
  claim: { operator_id: string; operator: ReviewRow['owner']; until: string } | null;
}

/** The operator who views a list, and the times that the list depends on. */
export interface Viewing {
  operator_id: string;
  now: Date;
  overdue_since: Date;
  awaited_since: Date;
}

const owner = aliasPerson('owner');
const initiator = aliasPerson('initiator');
const claimer = aliasPerson('claimer');
const toTimestamp = (date: Date) => sql`${date.toISOString()}::timestamptz`;

const isUndecided = sql`activation.status = 'requested'`;
const hasDocuments = sql`exists (
  select 1 from ${requestDocuments} document
  where document.request_id = activation.id and document.state = 'stored')`;
/** Start of the period in which an answer is promised. */
const answerAwaitedSince = sql`greatest(activation.created_at, papers.asked_answered_at)`;
const awaitsDocument = ({ awaited_since }: Viewing) => sql`(
  ${isUndecided} and papers.asked_at > ${toTimestamp(awaited_since)}
  and papers.asked_answered_at is null) is true`;
const isClaimed = ({ now }: Viewing) =>
  sql`coalesce(activation.claimed_until > ${toTimestamp(now)}, false)`;

function isListed(list: ReviewList, viewing: Viewing): SQL {
  switch (list) {
    case 'open':
      return isUndecided;
    case 'overdue':
      return sql`${isUndecided} and ${answerAwaitedSince} <= ${toTimestamp(viewing.overdue_since)}
        and not ${awaitsDocument(viewing)}`;
    case 'without_documents':
      return sql`${isUndecided} and not ${hasDocuments}`;
    case 'awaiting_document':
      return awaitsDocument(viewing);
    case 'mine':
      return sql`${isUndecided} and activation.claimed_by = ${viewing.operator_id}
        and ${isClaimed(viewing)}`;
    case 'decided':
      return sql`activation.decided_at is not null`;
  }
}

/** A removed contact is shown by the name of the account. */
const selectReviews = (viewing: Viewing) => sql`
  select activation.id, activation.status, activation.request_reason as reason,
    json_build_object('name', ${owner.profile.full_name}, 'email', ${owner.user.email}) as owner,
    json_build_object('name', coalesce(${contact.name}, ${initiator.profile.full_name}),
      'email', coalesce(${contact.email}, ${initiator.user.email}, '')) as contact,
    ${isUndecided} and activation.certificate_proposed_at is not null as is_proposed,
    ${awaitsDocument(viewing)} as awaits_document,
    case when ${isUndecided} and ${isClaimed(viewing)} then json_build_object(
      'operator_id', activation.claimed_by, 'until', activation.claimed_until,
      'operator', json_build_object('name', ${claimer.profile.full_name},
        'email', coalesce(${claimer.user.email}, ''))) end as claim,
    activation.created_at as filed_at, activation.decided_at,
    ${isListed('overdue', viewing)} as is_overdue,
    (select count(*)::int from ${requestDocuments} document
      where document.request_id = activation.id and document.state = 'stored') as documents
  from ${activationRequests} activation
  left join ${requestPapers} papers on papers.request_id = activation.id
  ${owner.join(sql`activation.deceased_user_id`)}
  ${initiator.join(sql`activation.initiator_user_id`)}
  ${claimer.join(sql`activation.claimed_by`)}
  left join ${contact} on ${contact.id} = activation.trusted_contact_id`;

interface ReviewQuery {
  state: ReviewList;
  /** Last id of the previous page. */
  after?: string | undefined;
  /** Part of a name or address. */
  words?: string | undefined;
  limit: number;
}

/** Undecided requests, oldest first, or decided ones, latest first. */
export function listReviewRows(
  database: Database,
  viewing: Viewing,
  { state, after, words, limit }: ReviewQuery,
): Promise<ReviewListRow[]> {
  const isOpen = state !== 'decided';
  const moment = isOpen ? sql`activation.created_at` : sql`activation.decided_at`;
  const direction = isOpen ? sql`asc` : sql`desc`;
  const rest = after
    ? sql`and (${moment}, activation.id) ${isOpen ? sql`>` : sql`<`} (
        select ${moment}, activation.id from ${activationRequests} activation
        where activation.id = ${after})`
    : sql``;
  return database.rows<ReviewListRow>(sql`
    ${selectReviews(viewing)} where ${isListed(state, viewing)} ${rest} ${words ? matchesWords(words) : sql``}
    order by ${moment} ${direction}, activation.id ${direction} limit ${limit}`);
}

/** Condition: `words` occur in a name or address of owner, contact or initiator. */
function matchesWords(words: string): SQL {
  const texts = sql`concat_ws(E'\n', ${owner.profile.full_name}, ${owner.user.email}, ${contact.name},
    ${contact.email}, ${initiator.profile.full_name}, ${initiator.user.email})`;
  return sql`and position(lower(${words}) in lower(${texts})) > 0`;
}

export type ReviewCounts = Record<Exclude<ReviewList, 'decided'>, number> & {
  oldest_filed_at: string | null;
};

/** Counts undecided requests; only `mine` depends on the operator. */
export async function countUndecided({ rows }: Queryable, viewing: Viewing): Promise<ReviewCounts> {
  const countOf = (list: ReviewList) =>
    sql`count(*) filter (where ${isListed(list, viewing)})::int`;
  const [counted] = await rows<ReviewCounts>(sql`
    select ${countOf('open')} as open, ${countOf('overdue')} as overdue,
      ${countOf('without_documents')} as without_documents,
      ${countOf('awaiting_document')} as awaiting_document, ${countOf('mine')} as mine,
      min(activation.created_at) as oldest_filed_at
    from ${activationRequests} activation
    left join ${requestPapers} papers on papers.request_id = activation.id
    where ${isUndecided}`);
  if (!counted) throw new Error('A count always has a row.');
  return counted;
}

/**
 * True if this operator proposed the approval and cannot confirm it now: another operator must
 * confirm, or the pause is not over. Mirrors `nextCertificateStep`.
 */
function isProposedBy({ operator_id, now }: Viewing): SQL {
  const confirmable = new Date(now.getTime() - requestTerms.certificatePause);
  return sql`(activation.certificate_proposed_by is not distinct from ${operator_id} and (
    activation.certificate_proposed_at > ${toTimestamp(confirmable)}
    or exists (select 1 from ${operators} where ${operators.user_id} <> ${operator_id}
      and ${operators.user_id} is distinct from activation.initiator_user_id
      and not ${ownerInvolves(sql`activation.deceased_user_id`, operators.user_id)})))`;
}

/** Claims the longest waiting unclaimed request that this operator may decide. */
export async function claimNextReview(
  database: Database,
  viewing: Viewing,
  claimed_until: Date,
): Promise<string | undefined> {
  const { operator_id } = viewing;
  const [claimed] = await database.rows<{ id: string }>(sql`
    update ${activationRequests}
    set claimed_by = ${operator_id}, claimed_until = ${toTimestamp(claimed_until)}
    where id = (
      select activation.id from ${activationRequests} activation
      left join ${requestPapers} papers on papers.request_id = activation.id
      where ${isUndecided} and not ${isClaimed(viewing)} and not ${awaitsDocument(viewing)}
        and activation.initiator_user_id is distinct from ${operator_id}
        and not ${ownerInvolves(sql`activation.deceased_user_id`, operator_id)}
        and not ${isProposedBy(viewing)}
      order by activation.created_at, activation.id limit 1
      for update of activation skip locked)
    returning id`);
  return claimed?.id;
}

/**
 * Saves a claim; false if an operator other than `insteadOf` holds one. The request must be locked.
 */
export async function saveClaim(
  database: Database,
  id: string,
  { operator_id, now }: Viewing,
  claimed_until: Date,
  insteadOf: string | null,
): Promise<boolean> {
  const claimed = await database.rows(sql`
    update ${activationRequests}
    set claimed_by = ${operator_id}, claimed_until = ${toTimestamp(claimed_until)}
    where id = ${id} and status = 'requested' and (
      claimed_until is null or claimed_until <= ${toTimestamp(now)}
      or claimed_by in (${operator_id}, ${insteadOf}::uuid))
    returning id`);
  return claimed.length > 0;
}

/** Deletes the claim on a request only if this operator holds it. */
export async function deleteClaim(
  database: Database,
  id: string,
  operatorId: string,
): Promise<void> {
  await database
    .db()
    .update(activationRequests)
    .set({ claimed_by: null, claimed_until: null })
    .where(and(eq(activationRequests.id, id), eq(activationRequests.claimed_by, operatorId)));
}

export async function findReviewRow(
  database: Database,
  viewing: Viewing,
  id: string,
): Promise<ReviewListRow | undefined> {
  const [found] = await database.rows<ReviewListRow>(
    sql`${selectReviews(viewing)} where activation.id = ${id} and activation.request_reason is not null`,
  );
  return found;
}

interface EarlierRow {
  id: string;
  status: ActivationStatus;
  contact_name: string | null;
  created_at: string;
}

/** Other starts and requests about an owner, newest first. */
export function listOtherStarts(
  database: Database,
  ownerId: string,
  requestId: string,
  limit: number,
): Promise<EarlierRow[]> {
  return database.rows<EarlierRow>(sql`
    select activation.id, activation.status, ${contact.name} as contact_name,
      activation.created_at
    from ${activationRequests} activation
    left join ${contact} on ${contact.id} = activation.trusted_contact_id
    where activation.deceased_user_id = ${ownerId} and activation.id <> ${requestId}
    order by activation.created_at desc, activation.id desc limit ${limit}`);
}

export function countConfirmed(database: Database, ownerId: string): Promise<number> {
  const isConfirmed = and(eq(contact.user_id, ownerId), eq(contact.status, 'confirmed'));
  return database.db().$count(contact, isConfirmed);
}

/** Saves or clears the proposal of a locked, undecided request. */
export async function saveProposal(
  database: Database,
  request: Pick<Request, 'id' | 'certificate_proposed_at'>,
  proposal: Proposal | null,
): Promise<void> {
  const { id, status, certificate_proposed_at } = activationRequests;
  const former = request.certificate_proposed_at?.toISOString() ?? null;
  const saved = await database
    .db()
    .update(activationRequests)
    .set({
      certificate_proposed_by: proposal?.by ?? null,
      certificate_proposed_at: proposal?.at ?? null,
      // Releases the claim, because another operator takes the next step.
      ...(proposal && { claimed_by: null, claimed_until: null }),
    })
    .where(
      and(
        eq(id, request.id),
        eq(status, 'requested'),
        sql`${certificate_proposed_at} is not distinct from ${former}::timestamptz`,
      ),
    )
    .returning({ id });
  assertUpdated(saved);
}

import type { ReviewRow } from '@zavet/contract/desk/request-endpoints';
import type { ActivationStatus } from '@zavet/contract/protocol/protocol-values';
import { and, eq, sql } from 'drizzle-orm';
import type { Database, Rows } from '../../../platform/database/database.ts';
import { personAs } from '../../identity/account/index.ts';
import { trustedContacts as contact } from '../../people/contacts/index.ts';
import { assertUpdated } from '../activation/activation-repository.ts';
import { activationRequests } from '../protocol-tables.ts';
import type { Request } from './open-request.ts';
import type { Proposal } from './request-rules.ts';
import { requestDocuments } from './request-tables.ts';

export interface ReviewListRow extends Omit<ReviewRow, 'filed_at' | 'decided_at' | 'is_overdue'> {
  filed_at: string;
  decided_at: string | null;
}

const owner = personAs('owner');
const initiator = personAs('initiator');

/** A removed contact is shown by the account. */
const reviews = sql`
  select activation.id, activation.status, activation.request_reason as reason,
    json_build_object('name', ${owner.profile.full_name}, 'email', ${owner.user.email}) as owner,
    json_build_object('name', coalesce(${contact.name}, ${initiator.profile.full_name}),
      'email', coalesce(${contact.email}, ${initiator.user.email}, '')) as contact,
    activation.status = 'requested' and activation.certificate_proposed_at is not null
      as is_proposed,
    activation.created_at as filed_at, activation.decided_at,
    (select count(*)::int from ${requestDocuments} document
      where document.request_id = activation.id and document.state = 'stored') as documents
  from ${activationRequests} activation
  ${owner.join(sql`activation.deceased_user_id`)}
  ${initiator.join(sql`activation.initiator_user_id`)}
  left join ${contact} on ${contact.id} = activation.trusted_contact_id`;

/** Undecided requests, oldest first, or decided ones, latest first. */
export function listReviewRows(
  database: Database,
  state: 'open' | 'decided',
  after: string | undefined,
  limit: number,
): Promise<ReviewListRow[]> {
  const isOpen = state === 'open';
  const moment = isOpen ? sql`activation.created_at` : sql`activation.decided_at`;
  const isListed = isOpen
    ? sql`activation.status = 'requested'`
    : sql`activation.decided_at is not null`;
  const direction = isOpen ? sql`asc` : sql`desc`;
  const rest = after
    ? sql`and (${moment}, activation.id) ${isOpen ? sql`>` : sql`<`} (
        select ${moment}, activation.id from ${activationRequests} activation
        where activation.id = ${after})`
    : sql``;
  return database.rows<ReviewListRow>(sql`
    ${reviews} where ${isListed} ${rest}
    order by ${moment} ${direction}, activation.id ${direction} limit ${limit}`);
}

interface UndecidedCount {
  waiting: number;
  overdue: number;
  oldest_filed_at: string | null;
}

export async function countUndecided({ rows }: Rows, overdueSince: Date): Promise<UndecidedCount> {
  const [counted] = await rows<UndecidedCount>(sql`
    select count(*)::int as waiting, min(created_at) as oldest_filed_at,
      count(*) filter (where created_at <= ${overdueSince.toISOString()}::timestamptz)::int as overdue
    from ${activationRequests} where status = 'requested'`);
  return counted ?? { waiting: 0, overdue: 0, oldest_filed_at: null };
}

export async function findReviewRow(
  database: Database,
  id: string,
): Promise<ReviewListRow | undefined> {
  const [found] = await database.rows<ReviewListRow>(
    sql`${reviews} where activation.id = ${id} and activation.request_reason is not null`,
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
export function listEarlier(
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

import type { RequestDocument, RequestView } from '@zavet/contract/protocol/request-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import {
  type Activation,
  findActivation,
  lockActivation,
} from '../activation/activation-repository.ts';
import { lockAccounts } from '../activation/lock-activation.ts';
import {
  type DocumentRow,
  findPapers,
  listDocuments,
  type PapersRow,
  wrappedKeyOf,
} from './papers-repository.ts';
import { promisedAnswerAt } from './request-rules.ts';

export type Request = Activation & { request_reason: NonNullable<Activation['request_reason']> };

/** Finds a request; undefined for an unknown id and for activations without a request. */
export async function findRequest({ database }: Context, id: string): Promise<Request | undefined> {
  const found = await findActivation(database, id);
  return isRequest(found) ? found : undefined;
}

/** Finds a request of this user; fails for requests of others as if they did not exist. */
export async function findOwnRequest(ctx: Context, userId: string, id: string): Promise<Request> {
  const found = await findRequest(ctx, id);
  return found?.initiator_user_id === userId ? found : fail('not_found');
}

/** Locks both accounts and the request; fails once it is decided. */
export async function lockUndecided(ctx: Context, activation: Activation): Promise<Request> {
  await lockAccounts(ctx, activation);
  const locked = await lockActivation(ctx.database, activation.id);
  if (!isRequest(locked)) return fail('not_found');
  if (locked.status !== 'requested') fail('review_closed');
  return locked;
}

function isRequest(activation: Activation | undefined): activation is Request {
  return activation !== undefined && activation.request_reason !== null;
}

interface OpenedPapers {
  explanation: string | null;
  note: string | null;
  asked: { text: string; asked_at: Date; answered_at: Date | null } | null;
  documents: RequestDocument[];
}

/** Decrypted papers; empty once they were deleted. */
export async function openPapers(ctx: Context, requestId: string): Promise<OpenedPapers> {
  const { database } = ctx;
  const papers = await findPapers(database, requestId);
  if (!papers) return { explanation: null, note: null, asked: null, documents: [] };
  const key = ctx.vault.open(requestId, wrappedKeyOf(papers));
  const documents = await listDocuments(database, requestId);
  return {
    explanation: key.open(requestId, 'explanation', papers.explanation),
    note: papers.note === null ? null : key.open(requestId, 'note', papers.note),
    asked: askedOf(key, papers),
    documents: documents.map((row) => documentView(key, row)),
  };
}

function askedOf(
  key: OwnerKey,
  { request_id, asked_for, asked_at, asked_answered_at }: PapersRow,
): OpenedPapers['asked'] {
  if (asked_for === null || asked_at === null) return null;
  return {
    text: key.open(request_id, 'asked_for', asked_for),
    asked_at,
    answered_at: asked_answered_at,
  };
}

/** The key of a request; undefined once its papers were deleted. */
export async function keyOfRequest(
  { database, vault }: Context,
  requestId: string,
): Promise<OwnerKey | undefined> {
  const papers = await findPapers(database, requestId);
  return papers && vault.open(requestId, wrappedKeyOf(papers));
}

export function documentView(key: OwnerKey, row: DocumentRow): RequestDocument {
  return {
    id: row.id,
    file_name: key.open(row.id, 'file_name', row.file_name),
    mime_type: row.mime_type,
    size_bytes: row.size_bytes,
    created_at: row.created_at,
  };
}

export async function readRequest(
  ctx: Context,
  { user_id }: Owner,
  id: string,
): Promise<RequestView> {
  const request = await findOwnRequest(ctx, user_id, id);
  const { asked, ...papers } = await openPapers(ctx, id);
  const { status, created_at: filed_at } = request;
  const isAsked = status === 'requested' && asked !== null && asked.answered_at === null;
  return {
    id,
    status,
    reason: request.request_reason,
    filed_at,
    answer_by: promisedAnswerAt({ status, filed_at, asked }, ctx.clock.now()),
    decided_at: request.decided_at,
    rejection: request.rejection,
    ...papers,
    // Notes of a proposal are shown to the contact only after the decision.
    note: request.decided_at && request.rejection !== 'owner_answered' ? papers.note : null,
    asked_for: isAsked ? asked.text : null,
  };
}

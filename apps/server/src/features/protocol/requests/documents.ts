import { limits } from '@zavet/contract/limits';
import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import type { RequestDocument } from '@zavet/contract/protocol/request-endpoints';
import {
  type FileEnding,
  fileEndingOf,
  fileProblem,
  fileTypes,
  withEnding,
} from '@zavet/contract/vault/file-rules';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download, Owner, Upload } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { createSlotsByKey } from '../../../platform/slots.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import {
  openBytes,
  removeObjectsJob,
  scheduleRemoval,
  startLeaseRenewal,
  storeBytes,
  uploadLeaseSeconds,
} from '../../vault/instructions/index.ts';
import { voidProposal } from './certificate.ts';
import {
  documentView,
  findOwnRequest,
  findRequest,
  keyOfRequest,
  lockUndecided,
  type Request,
} from './open-request.ts';
import {
  answerQuestion,
  countDocuments,
  type DocumentRow,
  deleteDocument,
  findDocument,
  hasSameDocument,
  markStored,
  renewUploadLease,
  reserveUpload,
} from './papers-repository.ts';

const runInUploadSlot = createSlotsByKey(limits.uploadsAtOnce);

/**
 * Uploads a document like a file of an instruction: reserves a row, streams the sealed bytes into the
 * store, then marks the row as stored. A failure removes row and object.
 */
export async function addDocument(
  ctx: Context,
  { user_id }: Owner,
  requestId: string,
  fileName: string,
  upload: Upload,
): Promise<RequestDocument> {
  const request = await findOwnRequest(ctx, user_id, requestId);
  const ending = fileEndingOf(fileName);
  const problem = fileProblem(fileName, upload.size);
  if (problem || !ending) return fail(problem ?? 'file_type_unsupported');
  return runInUploadSlot(user_id, async () => {
    const { key, row } = await reserveDocument(ctx, request, fileName, ending, upload.size);
    const renew = () => renewUploadLease(ctx.database, row.id, uploadLeaseSeconds);
    const stopRenewing = startLeaseRenewal(renew, ctx.log);
    try {
      const trueEnding = await storeBytes(ctx, key, row, ending, upload);
      const stored = trueEnding === ending ? row : withTrueEnding(key, row, fileName, trueEnding);
      await completeUpload(ctx, request, stored);
      return documentView(key, stored);
    } catch (error) {
      await discardUpload(ctx, row);
      throw error;
    } finally {
      stopRenewing();
    }
  });
}

function reserveDocument(
  ctx: Context,
  request: Request,
  fileName: string,
  ending: FileEnding,
  size_bytes: number,
): Promise<{ key: OwnerKey; row: DocumentRow }> {
  const { database, clock } = ctx;
  return database.transaction(async () => {
    const { id: request_id } = await lockUndecided(ctx, request);
    const key = await keyOfRequest(ctx, request_id);
    if (!key) return fail('review_closed');
    const id = newId();
    const row: DocumentRow = {
      id,
      request_id,
      object_key: `requests/${request_id}/${id}`,
      file_name: key.seal(id, 'file_name', fileName),
      name_digest: key.digest('document', fileName),
      size_bytes,
      mime_type: fileTypes[ending],
      state: 'uploading',
      created_at: clock.now(),
    };
    if (await hasSameDocument(database, row)) fail('file_already_attached');
    const { documents: limit } = requestTerms;
    if ((await countDocuments(database, request_id)) >= limit) {
      fail('document_limit_reached', { facts: { limit } });
    }
    await reserveUpload(database, row, uploadLeaseSeconds);
    return { key, row };
  });
}

/** Renames the document to the file extension of its detected type. */
function withTrueEnding(
  key: OwnerKey,
  row: DocumentRow,
  fileName: string,
  ending: FileEnding,
): DocumentRow {
  const name = withEnding(fileName, ending);
  return {
    ...row,
    file_name: key.seal(row.id, 'file_name', name),
    name_digest: key.digest('document', name),
    mime_type: fileTypes[ending],
  };
}

async function completeUpload(ctx: Context, request: Request, stored: DocumentRow): Promise<void> {
  const { database } = ctx;
  await database.transaction(async () => {
    const locked = await lockUndecided(ctx, request);
    if (await hasSameDocument(database, stored)) fail('file_already_attached');
    // Fails if the lease has expired; the caller may retry.
    if (!(await markStored(database, stored))) fail('file_storage_unavailable');
    await answerQuestion(database, request.id, ctx.clock.now());
    await voidProposal(ctx, locked);
  });
}

/** Removes row and object, either of which may be missing. */
async function discardUpload({ database, jobs, log }: Context, row: DocumentRow): Promise<void> {
  try {
    await database.transaction(async () => {
      await deleteDocument(database, row.request_id, row.id);
      await scheduleRemoval(database, row.object_key);
    });
    await jobs.enqueue(removeObjectsJob, {});
  } catch (error) {
    // Daily jobs remove leftover rows and objects.
    log.warn(
      { code: 'upload_not_cleared', err: error, document_id: row.id },
      'removing an unfinished upload failed',
    );
  }
}

/** Downloads a document for the contact who uploaded it. */
export async function downloadOwnDocument(
  ctx: Context,
  { user_id }: Owner,
  requestId: string,
  documentId: string,
): Promise<Download> {
  await findOwnRequest(ctx, user_id, requestId);
  return download(ctx, requestId, documentId);
}

/** Downloads a document for an operator, and records an audit entry. */
export async function downloadReviewDocument(
  ctx: Context,
  { user_id }: Owner,
  requestId: string,
  documentId: string,
): Promise<Download> {
  const request = await findRequest(ctx, requestId);
  if (!request) return fail('not_found');
  const found = await download(ctx, requestId, documentId);
  await appendAudit(ctx, {
    actor: { kind: 'operator', id: user_id },
    act: 'request_document_viewed',
    owner_id: request.deceased_user_id,
    subject_id: requestId,
    facts: { document_id: documentId },
  });
  return found;
}

async function download(ctx: Context, requestId: string, documentId: string): Promise<Download> {
  const document = await findDocument(ctx.database, requestId, documentId);
  const key = document && (await keyOfRequest(ctx, requestId));
  if (!document || !key) return fail('not_found');
  return {
    bytes: await openBytes(ctx, key, document),
    size: document.size_bytes,
    mime_type: document.mime_type,
    file_name: key.open(document.id, 'file_name', document.file_name),
  };
}

/** Removes a document for its contact; fails once the request is decided. */
export async function removeDocument(
  ctx: Context,
  { user_id }: Owner,
  requestId: string,
  documentId: string,
): Promise<void> {
  const { database, jobs } = ctx;
  const request = await findOwnRequest(ctx, user_id, requestId);
  await database.transaction(async () => {
    const locked = await lockUndecided(ctx, request);
    if (!(await deleteDocument(database, requestId, documentId))) fail('not_found');
    await voidProposal(ctx, locked);
    await jobs.enqueue(removeObjectsJob, {});
  });
}

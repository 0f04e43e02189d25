import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Download, Owner } from '../../../platform/http/route.ts';
import { appendAudit } from '../../identity/audit/index.ts';
import { openBytes } from '../../vault/instructions/index.ts';
import { findDocument } from './document-repository.ts';
import { findOwnRequest, findRequest } from './find-request.ts';
import { keyOfRequest } from './open-papers.ts';

/** A document for the contact who brought it. */
export async function downloadOwnDocument(
  ctx: Context,
  { user_id }: Owner,
  requestId: string,
  documentId: string,
): Promise<Download> {
  await findOwnRequest(ctx, user_id, requestId);
  return download(ctx, requestId, documentId);
}

/** A document for an operator; that it was looked at is written down. */
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

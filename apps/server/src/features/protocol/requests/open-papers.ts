import type { RequestDocument } from '@zavet/contract/protocol/request-endpoints';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { type DocumentRow, listDocuments } from './document-repository.ts';
import { findPapers, wrappedKeyOf } from './paper-repository.ts';

export interface OpenedPapers {
  explanation: string | null;
  note: string | null;
  documents: RequestDocument[];
}

/** What a contact brought and an operator wrote; nothing is left of it once it was removed. */
export async function openPapers(ctx: Context, requestId: string): Promise<OpenedPapers> {
  const { database } = ctx;
  const papers = await findPapers(database, requestId);
  if (!papers) return { explanation: null, note: null, documents: [] };
  const key = ctx.vault.open(requestId, wrappedKeyOf(papers));
  const documents = await listDocuments(database, requestId);
  return {
    explanation: key.open(requestId, 'explanation', papers.explanation),
    note: papers.note === null ? null : key.open(requestId, 'note', papers.note),
    documents: documents.map((row) => documentView(key, row)),
  };
}

/** The key of a request; undefined once its papers were removed. */
export async function keyOfRequest(
  { database, vault }: Pick<Context, 'database' | 'vault'>,
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

import type { FileEnding } from '@zavet/contract/instructions/file-rules';
import type { Context } from '../../../context.ts';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { fail } from '../../../platform/failure.ts';
import type { Upload } from '../../../platform/http/route.ts';
import type { Inspection } from './content/inspect-content.ts';
import { inspectTrueType } from './content/inspect-true-type.ts';
import type { StoredObject } from './file-repository.ts';

/** Inspects, seals and stores a file while it arrives. Says what it really is. */
export async function storeBytes(
  { store }: Pick<Context, 'store'>,
  key: OwnerKey,
  row: StoredObject,
  ending: FileEnding,
  upload: Upload,
): Promise<FileEnding> {
  const inspection = inspectTrueType(ending);
  const sealed = key.sealFile(row.id, inspected(upload.bytes, inspection), row.size_bytes);
  try {
    await store.put(row.object_key, sealed, sealedSize(row.size_bytes));
  } catch (error) {
    // A file that is swallowed reaches the store too short; the reason is the one to tell.
    if (inspection.isHopeless()) fail('file_content_mismatch');
    // The client went away: nobody is there to read an answer.
    if (error instanceof UploadBroken) fail('malformed_request');
    throw error;
  }
  if (!(await inspection.matches())) fail('file_content_mismatch');
  return inspection.trueEnding();
}

/** Passes a file on while it is inspected; what is already found out to be wrong is swallowed. */
async function* inspected(
  bytes: AsyncIterable<Buffer>,
  inspection: Inspection,
): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of bytes) {
      if (!inspection.isHopeless()) await inspection.see(chunk);
      if (!inspection.isHopeless()) yield chunk;
    }
  } catch (cause) {
    throw new UploadBroken('An upload broke off.', { cause });
  }
}

class UploadBroken extends Error {}

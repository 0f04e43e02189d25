import type { ImportView } from '@zavet/contract/data-export/data-export-endpoints';
import type { Context } from '../../../context.ts';
import { sealedSize } from '../../../platform/encryption/sealed-stream.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner, Upload } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/new-id.ts';
import { lockUser } from '../../identity/account/index.ts';
import { removeObjectsJob } from '../instructions/index.ts';
import { importArchiveJob } from './import-archive.ts';
import { findImport, type ImportRow, moveImport } from './import-repository.ts';
import { importViewOf } from './import-view.ts';

/** Takes the archive that was announced: sealed as it arrives, then read by a job. */
export async function receiveArchive(
  ctx: Context,
  { user_id }: Owner,
  id: string,
  upload: Upload,
): Promise<ImportView> {
  const { database, vault, store, jobs } = ctx;
  const found = await findImport(database, { id });
  if (found?.user_id !== user_id) return fail('not_found');
  if (upload.size !== found.size_bytes) return fail('malformed_request');
  const attempt_id = newId();
  const place = { attempt_id, object_key: `imports/${user_id}/${attempt_id}` };
  const begun = await moveImport(database, { id }, ['expected'], { ...place, state: 'uploading' });
  if (!begun) return fail('import_under_way');
  try {
    const key = await vault.keyOf(user_id);
    const sealed = key.sealFile(attempt_id, upload.bytes, upload.size);
    await store.put(place.object_key, sealed, sealedSize(upload.size));
    return importViewOf(await orderReading(ctx, begun, attempt_id), undefined);
  } catch (error) {
    // It can be sent again.
    await moveImport(database, { id, attempt_id }, ['uploading'], {
      state: 'expected',
      object_key: null,
    });
    await jobs.enqueue(removeObjectsJob, {});
    throw error;
  }
}

function orderReading(
  { database, jobs }: Context,
  { id, user_id }: ImportRow,
  attempt_id: string,
): Promise<ImportRow> {
  return database.transaction(async () => {
    await lockUser(database, user_id);
    const moved = await moveImport(database, { id, attempt_id }, ['uploading'], {
      state: 'waiting',
    });
    if (!moved) return fail('not_found');
    await jobs.enqueue(importArchiveJob, { import_id: id });
    return moved;
  });
}

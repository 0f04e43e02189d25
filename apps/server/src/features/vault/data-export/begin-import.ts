import type { ImportView } from '@zavet/contract/data-export/data-export-endpoints';
import { dataExportTerms } from '@zavet/contract/data-export/data-export-values';
import { bytesPerMb } from '@zavet/contract/storage/storage-rules';
import type { Context } from '../../../context.ts';
import { fail } from '../../../platform/failure.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/new-id.ts';
import { lockUser } from '../../identity/account/index.ts';
import { readStorage } from '../storage/index.ts';
import { deleteImport, findImport, insertImport, isAccountEmpty } from './import-repository.ts';
import { importViewOf } from './import-view.ts';

const dayMs = 24 * 3_600_000;

/** Lets an archive be sent into an empty account. What was refused or done before is put away. */
export function beginImport(
  { database, clock }: Context,
  { user_id }: Owner,
  size_bytes: number,
): Promise<ImportView> {
  return database.transaction(async () => {
    if (!(await lockUser(database, user_id))) fail('session_missing');
    const former = await findImport(database, { user_id });
    if (former?.state === 'waiting' || former?.state === 'reading') fail('import_under_way');
    if (!(await isAccountEmpty(database, user_id))) fail('account_not_empty');
    const { limit_mb } = await readStorage(database, user_id);
    const most = Math.min(
      limit_mb + dataExportTerms.archiveAllowanceMb,
      dataExportTerms.archiveMaxMb,
    );
    if (size_bytes > most * bytesPerMb) {
      const size_mb = Math.ceil(size_bytes / bytesPerMb);
      fail('archive_too_large', { facts: { size_mb, limit_mb: most } });
    }
    if (former) await deleteImport(database, former.id);
    const now = clock.now();
    const expires_at = new Date(now.getTime() + dayMs);
    const row = { id: newId(), user_id, size_bytes, created_at: now, expires_at };
    return importViewOf(await insertImport(database, row), undefined);
  });
}

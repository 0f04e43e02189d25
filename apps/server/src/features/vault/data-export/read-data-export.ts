import type { dataExportEndpoints } from '@zavet/contract/data-export/data-export-endpoints';
import type { ReturnedBy } from '@zavet/contract/endpoint';
import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { findExport } from './export-repository.ts';
import { exportViewOf } from './export-view.ts';
import { findImport, isAccountEmpty } from './import-repository.ts';
import { importViewOf } from './import-view.ts';

/** How far the export and the import of an account are. */
export async function readDataExport(
  { database, clock, vault }: Context,
  { user_id }: Owner,
): Promise<ReturnedBy<typeof dataExportEndpoints.getOwnData>> {
  const made = await findExport(database, { user_id });
  const imported = await findImport(database, { user_id });
  const key = imported?.outcome ? await vault.keyOf(user_id) : undefined;
  const now = clock.now();
  return {
    export: made && made.expires_at > now ? exportViewOf(made) : null,
    import: imported && imported.expires_at > now ? importViewOf(imported, key) : null,
    is_empty: await isAccountEmpty(database, user_id),
  };
}

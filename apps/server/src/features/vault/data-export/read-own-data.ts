import type { OutputOf } from '@zavet/contract/endpoint';
import type { ownDataEndpoints } from '@zavet/contract/own-data/own-data-endpoints';
import type { Context } from '../../../context.ts';
import type { Owner } from '../../../platform/http/route.ts';
import { findExport } from './export-repository.ts';
import { exportViewOf } from './export-view.ts';
import { findImport, isAccountEmpty } from './import-repository.ts';
import { importViewOf } from './import-view.ts';

/** How far the export and the import of an account are. */
export async function readOwnData(
  { database, clock, vault }: Context,
  { user_id }: Owner,
): Promise<OutputOf<typeof ownDataEndpoints.getOwnData>> {
  const made = await findExport(database, { user_id });
  const brought = await findImport(database, { user_id });
  const key = brought?.outcome ? await vault.keyOf(user_id) : undefined;
  const now = clock.now();
  return {
    export: made && made.expires_at > now ? exportViewOf(made) : null,
    import: brought && brought.expires_at > now ? importViewOf(brought, key) : null,
    is_empty: await isAccountEmpty(database, user_id),
  };
}

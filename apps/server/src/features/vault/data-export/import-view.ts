import type { ImportOutcome, ImportView } from '@zavet/contract/data-export/data-export-endpoints';
import type { OwnerKey } from '../../../platform/encryption/owner-key.ts';
import type { ImportRow } from './import-repository.ts';

/** An import as its owner sees it. */
export function importViewOf(row: ImportRow, key: OwnerKey | undefined): ImportView {
  const { id, state, size_bytes, files_done, files_total, failure, outcome } = row;
  const opened = outcome !== null && key ? key.open(id, 'outcome', outcome) : null;
  return {
    ...{ id, state, size_bytes, files_done, files_total },
    created_at: row.created_at,
    failure: failure === null ? null : (JSON.parse(failure) as ImportView['failure']),
    outcome: opened === null ? null : (JSON.parse(opened) as ImportOutcome),
  };
}

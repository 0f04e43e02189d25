import type { ExportView } from '@zavet/contract/data-export/data-export-endpoints';
import type { ExportRow } from './export-repository.ts';

/** An export as its owner sees it. */
export function exportViewOf(row: ExportRow): ExportView {
  return {
    id: row.id,
    state: row.state,
    created_at: row.created_at,
    files_done: row.files_done,
    files_total: row.files_total,
    bytes_done: row.bytes_done,
    bytes_total: row.bytes_total,
    size_bytes: row.state === 'ready' ? row.size_bytes : null,
    expires_at: row.state === 'ready' ? row.expires_at : null,
  };
}

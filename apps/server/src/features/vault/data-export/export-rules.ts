import { dataExportTerms, type ExportState } from '@zavet/contract/vault/data-export-values';

const hourMs = 3_600_000;

/** A try that has not ended after so long has ended without a word. */
const longestMakingMs = 6 * hourMs;

/** How often an export is tried before it is given up. */
export const maxAttempts = 6;

interface KnownExport {
  state: ExportState;
  created_at: Date;
  expires_at: Date;
}

/** Whether an order is answered with the export that there is, or another one takes its place. */
export function isInProgress({ state, created_at, expires_at }: KnownExport, now: Date): boolean {
  const isOver = expires_at <= now || now.getTime() - created_at.getTime() > longestMakingMs;
  return (state === 'waiting' || state === 'making') && !isOver;
}

/** When an export goes that is ready now, or was ordered now and never gets ready. */
export function exportExpiresAt(now: Date): Date {
  return new Date(now.getTime() + dataExportTerms.exportHours * hourMs);
}

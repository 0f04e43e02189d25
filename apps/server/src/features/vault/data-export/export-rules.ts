import { dataExportTerms, type ExportState } from '@zavet/contract/vault/data-export-values';

const hourMs = 3_600_000;

/** After this time without a result, an export is considered dead. */
const deadAfterMs = 6 * hourMs;

/** Attempts of an export or import before it fails. */
export const maxAttempts = 6;

interface ExportTimes {
  state: ExportState;
  created_at: Date;
  expires_at: Date;
}

/** False for an export that has ended, expired or is considered dead: a new request replaces it. */
export function isInProgress({ state, created_at, expires_at }: ExportTimes, now: Date): boolean {
  const isOver = expires_at <= now || now.getTime() - created_at.getTime() > deadAfterMs;
  return (state === 'waiting' || state === 'making') && !isOver;
}

/** Expiry of an export that becomes ready now, or is requested now and never becomes ready. */
export function exportExpiresAt(now: Date): Date {
  return new Date(now.getTime() + dataExportTerms.exportHours * hourMs);
}

import type { StoragePlan } from '@zavet/contract/billing/plan-catalogue';
import type { StorageView } from '@zavet/contract/vault/file-endpoints';
import { bytesPerMb, toMb } from '@zavet/contract/vault/file-rules';

export interface StorageState {
  plan: StoragePlan;
  used_bytes: number;
  limit_mb: number;
}

export function remainingBytes({ used_bytes, limit_mb }: StorageState): number {
  return Math.max(0, limit_mb * bytesPerMb - used_bytes);
}

/** While the usage exceeds the limit, new files are refused; stored files stay. */
export function fits(state: StorageState, newBytes: number): boolean {
  return newBytes <= remainingBytes(state);
}

export function storageViewOf(state: StorageState): StorageView {
  return {
    plan: state.plan,
    used_mb: toMb(state.used_bytes),
    limit_mb: state.limit_mb,
    remaining_mb: toMb(remainingBytes(state)),
    percent_used: state.limit_mb > 0 ? (toMb(state.used_bytes) / state.limit_mb) * 100 : 100,
  };
}

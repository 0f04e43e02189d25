export const bytesPerMb = 1024 * 1024;

export function toMb(bytes: number): number {
  return bytes / bytesPerMb;
}

/** Thresholds in percent; each begins above its number. */
const storageThresholds = { red: 90, yellow: 70, warning: 80, strongWarning: 95 } as const;

export type StorageColor = 'red' | 'yellow' | 'green';

export function storageColor(percentUsed: number): StorageColor {
  if (percentUsed > storageThresholds.red) return 'red';
  return percentUsed > storageThresholds.yellow ? 'yellow' : 'green';
}

export type StorageWarning = 'strong' | 'usual' | 'none';

export function storageWarning(percentUsed: number): StorageWarning {
  if (percentUsed > storageThresholds.strongWarning) return 'strong';
  return percentUsed > storageThresholds.warning ? 'usual' : 'none';
}

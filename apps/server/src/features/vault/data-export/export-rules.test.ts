import { describe, expect, it } from 'vitest';
import { exportExpiresAt, isInProgress } from './export-rules.ts';

const now = new Date('2026-11-17T12:00:00Z');
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);
const made = { created_at: hoursAgo(1), expires_at: exportExpiresAt(hoursAgo(1)) };

describe('a second request', () => {
  it('returns the export in progress', () => {
    expect(isInProgress({ ...made, state: 'waiting' }, now)).toBe(true);
    expect(isInProgress({ ...made, state: 'making' }, now)).toBe(true);
  });

  it('replaces an export that is ready or failed', () => {
    expect(isInProgress({ ...made, state: 'ready' }, now)).toBe(false);
    expect(isInProgress({ ...made, state: 'failed' }, now)).toBe(false);
  });

  it('replaces an export that has not finished for hours', () => {
    const old = { state: 'making', expires_at: exportExpiresAt(now) } as const;
    expect(isInProgress({ ...old, created_at: hoursAgo(6) }, now)).toBe(true);
    expect(isInProgress({ ...old, created_at: hoursAgo(6.1) }, now)).toBe(false);
    expect(isInProgress({ ...made, state: 'making', expires_at: now }, now)).toBe(false);
  });

  it('keeps an export for 24 hours', () => {
    expect(exportExpiresAt(now)).toEqual(new Date('2026-11-18T12:00:00Z'));
  });
});

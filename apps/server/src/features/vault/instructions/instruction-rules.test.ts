import { describe, expect, it } from 'vitest';
import { isClosed } from './instruction-rules.ts';

describe('an instruction', () => {
  it('can be changed while it lies in the outbox and nothing has queued it', () => {
    const queued_at = new Date('2026-11-15T12:00:00Z');
    expect(isClosed({ status: 'outbox', queued_at: null })).toBe(false);
    expect(isClosed({ status: 'outbox', queued_at })).toBe(true);
    expect(isClosed({ status: 'sent', queued_at: null })).toBe(true);
  });
});

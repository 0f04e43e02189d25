import { describe, expect, it } from 'vitest';
import { isClosed, isRoomForText, mostTextBytes } from './instruction-rules.ts';

describe('an instruction', () => {
  it('can be changed while it lies in the outbox and nothing has queued it', () => {
    const queued_at = new Date('2026-11-15T12:00:00Z');
    expect(isClosed({ status: 'outbox', queued_at: null })).toBe(false);
    expect(isClosed({ status: 'outbox', queued_at })).toBe(true);
    expect(isClosed({ status: 'sent', queued_at: null })).toBe(true);
  });
});

describe('all texts of an owner together', () => {
  it('are bounded to the byte', () => {
    const former = 0;
    expect(isRoomForText({ others: mostTextBytes - 10, former, next: 10 })).toBe(true);
    expect(isRoomForText({ others: mostTextBytes - 10, former, next: 11 })).toBe(false);
  });

  it('may become less, also where they are above the bound already', () => {
    const others = mostTextBytes * 2;
    expect(isRoomForText({ others, former: 50, next: 50 })).toBe(true);
    expect(isRoomForText({ others, former: 50, next: 51 })).toBe(false);
  });
});

import { describe, expect, it } from 'vitest';
import { isRoomForText, mostTextBytes } from './instruction-rules.ts';

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

import { randomUUID } from 'node:crypto';
import { type InstructionOrder, instructionOrders } from '@zavet/contract/vault/instruction-values';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCursor, parseCursor } from './list-query.ts';

const position = { rank: 1, at: '1794912546123456', id: randomUUID() };

const encoded = (text: string) => Buffer.from(text).toString('base64url');

describe('a cursor', () => {
  it('restores its position to the microsecond', () => {
    for (const sort of instructionOrders)
      expect(parseCursor(sort, formatCursor(sort, position))).toEqual(position);
  });

  it('fits into a request', () => {
    const furthest = { rank: 2, at: '9'.repeat(16), id: randomUUID() };
    expect(formatCursor('priority', furthest).length).toBeLessThanOrEqual(200);
  });

  it('is valid for its own order only', () => {
    expect(parseCursor('oldest', formatCursor('newest', position))).toBeUndefined();
  });

  it.each([
    '',
    'x',
    encoded(''),
    encoded(`newest 0 ${position.at}`),
    encoded(`newest 0 2026-11-17 ${position.id}`),
    encoded(`newest 0 ${'9'.repeat(17)} ${position.id}`),
    encoded(`newest 0 -1 ${position.id}`),
    encoded(`newest 0 ${position.at} ${'-'.repeat(36)}`),
    encoded(`newest 0 ${position.at} ${position.id} `),
    encoded(`title 0 ${position.at} ${position.id}`),
  ])('is invalid when it was not generated: %s', (cursor) => {
    expect(parseCursor('newest', cursor)).toBeUndefined();
  });

  it('is never parsed from arbitrary text', () => {
    const sorts = fc.constantFrom<InstructionOrder>(...instructionOrders);
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), sorts, (typed, sort) => {
        expect(parseCursor(sort, typed)).toBeUndefined();
      }),
    );
  });
});

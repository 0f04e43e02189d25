import type { FileView, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { expect, test } from 'vitest';
import {
  reviewed,
  withFile,
  withInstruction,
  withoutFile,
  withoutInstruction,
} from './instruction-list.ts';

const view = (id: string, title = id) =>
  ({ id, title, content: 'whole text', files: [] }) as unknown as InstructionView;
const file = (id: string, instruction_id = 'a') => ({ id, instruction_id }) as FileView;
const list = { instructions: [view('a'), view('b')], total: 12 };

test('a changed instruction stays where it was, and one of another page changes nothing', () => {
  const names = (saved: InstructionView) =>
    withInstruction(list, saved).instructions.map(({ id, title }) => `${id} ${title}`);
  expect(names(view('b', 'new'))).toEqual(['a a', 'b new']);
  expect(names(view('c'))).toEqual(['a a', 'b b']);
});

test('a page keeps no whole texts', () => {
  expect(withInstruction(list, view('a')).instructions[0]).not.toHaveProperty('content');
});

test('a deleted instruction is gone and counted no longer, and a reviewed one is marked', () => {
  const left = withoutInstruction(list, 'a');
  expect(left.instructions.map(({ id }) => id)).toEqual(['b']);
  expect(left.total).toBe(11);
  expect(withoutInstruction(list, 'c').total).toBe(12);
  const after = reviewed(list, 'b', '2026-11-15T12:00:00.000Z').instructions;
  expect(after.map(({ reviewed_at }) => reviewed_at)).toEqual([
    undefined,
    '2026-11-15T12:00:00.000Z',
  ]);
});

test('a file is added once, to its own instruction only, and taken away again', () => {
  const once = withFile(withFile(view('a'), file('f')), file('f'));
  expect(once.files.map(({ id }) => id)).toEqual(['f']);
  expect(withFile(view('b'), file('f')).files).toEqual([]);
  expect(withoutFile(once, file('f')).files).toEqual([]);
});

import type { FileView, InstructionView } from '@zavet/contract/instructions/instruction-schemas';
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
const list = { instructions: [view('a'), view('b')] };

test('a new instruction comes first, a changed one stays where it was', () => {
  const ids = (of: typeof list) => of.instructions.map(({ id, title }) => `${id} ${title}`);
  expect(ids(withInstruction(list, view('c')) as typeof list)).toEqual(['c c', 'a a', 'b b']);
  expect(ids(withInstruction(list, view('b', 'new')) as typeof list)).toEqual(['a a', 'b new']);
});

test('the list keeps no whole texts', () => {
  expect(withInstruction(list, view('c')).instructions[0]).not.toHaveProperty('content');
});

test('a deleted instruction is gone and a reviewed one is marked', () => {
  expect(withoutInstruction(list, 'a').instructions.map(({ id }) => id)).toEqual(['b']);
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

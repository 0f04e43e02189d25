import { expect, it } from 'vitest';
import type { InstructionColumns } from './instruction-rows.ts';
import { rowsInFrame } from './list-frame.ts';
import type { ListFrame } from './read-repository.ts';

const id = (digit: number) => `${digit}`.repeat(8).concat('-0000-4000-8000-000000000000');
const row = (digit: number) => ({ id: id(digit) }) as InstructionColumns;
const empty = { assigned: null, files: null, expected_files: null, removed_files: null };
const frameWith = (parts: Partial<Record<keyof ListFrame, unknown>>) =>
  ({ ...empty, ...parts }) as ListFrame;

it('gives every instruction its own contacts and files, in the order they came, and no others', () => {
  const file = (name: string, of: number) => ({ id: name, instruction_id: id(of) });
  const frame = frameWith({
    assigned: id(1) + id(7) + id(2) + id(8) + id(1) + id(9),
    files: [file('a', 1), file('b', 2), file('c', 1)],
    expected_files: [file('d', 2)],
    removed_files: [file('e', 1)],
  });
  expect(rowsInFrame(frame, [row(1), row(2)])).toEqual([
    {
      id: id(1),
      trusted_contact_ids: [id(7), id(9)],
      files: [file('a', 1), file('c', 1)],
      expected_files: [],
      removed_files: [file('e', 1)],
    },
    {
      id: id(2),
      trusted_contact_ids: [id(8)],
      files: [file('b', 2)],
      expected_files: [file('d', 2)],
      removed_files: [],
    },
  ]);
});

it('leaves an instruction without contacts and files with empty lists', () => {
  expect(rowsInFrame(frameWith({}), [row(1)])).toEqual([
    { id: id(1), trusted_contact_ids: [], files: [], expected_files: [], removed_files: [] },
  ]);
});

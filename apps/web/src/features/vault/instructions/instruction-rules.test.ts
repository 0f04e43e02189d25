import type { FileView, InstructionView } from '@zavet/contract/vault/instruction-schemas';
import { expect, test } from 'vitest';
import {
  deliveryStageOf,
  differingFields,
  emptyValues,
  type InstructionValues,
  isProtocolActive,
  shortNameOf,
  valuesOf,
  withFile,
  withInstruction,
  withoutFile,
  withoutInstruction,
  withReview,
} from './instruction-rules.ts';

const queuedAt = '2026-11-15T10:00:00.000Z';

test('an instruction is open until an activation takes it, and sent at the end', () => {
  expect(deliveryStageOf({ status: 'outbox', queued_at: null })).toBe('open');
  expect(deliveryStageOf({ status: 'outbox', queued_at: queuedAt })).toBe('queued');
  expect(deliveryStageOf({ status: 'sent', queued_at: queuedAt })).toBe('sent');
});

test('a protocol runs from the moment a contact has taken part in it', () => {
  expect(isProtocolActive([{ status: 'confirmed' }, { status: 'pending' }])).toBe(false);
  expect(isProtocolActive([{ status: 'pending' }, { status: 'activated' }])).toBe(true);
});

test('a first name is enough where nobody else has it', () => {
  expect(shortNameOf('Михаил Лавров', ['Михаил Лавров', 'Ольга Ким'])).toBe('Михаил');
  expect(shortNameOf(' Ольга ', [' Ольга '])).toBe('Ольга');
});

test('two people of one first name are told apart', () => {
  const names = ['Мария Орлова', 'Мария Ким'];
  expect(names.map((name) => shortNameOf(name, names))).toEqual(names);
});

const letter: InstructionValues = {
  title: 'Письмо внукам',
  category: 'relative',
  priority: 'medium',
  content: 'Мои дорогие',
  trusted_contact_ids: ['maria', 'oleg'],
  recipient_name: 'Анна',
  recipient_email: 'anna@example.ru',
};

test('names every field that differs, and no other', () => {
  const changed = { ...letter, content: 'Мои дорогие, здравствуйте', priority: 'high' as const };
  expect(differingFields(letter, changed)).toEqual(['priority', 'content']);
  expect(differingFields(letter, { ...letter })).toEqual([]);
  expect(differingFields(emptyValues, letter)).toHaveLength(7);
});

test('sees no difference in the order of people, in blanks around names or in capitals of an address', () => {
  const same = {
    ...letter,
    title: ' Письмо внукам ',
    trusted_contact_ids: ['oleg', 'maria', 'oleg'],
    recipient_email: ' Anna@Example.ru',
  };
  expect(differingFields(letter, same)).toEqual([]);
});

test('sees a blank at the end of a text: it was typed on purpose', () => {
  expect(differingFields(letter, { ...letter, content: 'Мои дорогие ' })).toEqual(['content']);
});

test('a missing recipient is an empty field', () => {
  const stored = { ...letter, recipient_name: null, recipient_email: null };
  expect(valuesOf(stored as unknown as Parameters<typeof valuesOf>[0])).toMatchObject({
    recipient_name: '',
    recipient_email: '',
  });
});

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
  const after = withReview(list, 'b', '2026-11-15T12:00:00.000Z').instructions;
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

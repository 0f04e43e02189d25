import type { BinnedInstruction } from '@zavet/contract/vault/instruction-schemas';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage, press } from '../../../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../../../test/signed-in-person.ts';

const { preview, category, priority } = instructionOf();
const binnedOf = (number: number, facts: Partial<BinnedInstruction> = {}): BinnedInstruction => ({
  id: `0190f3a2-7c1e-7b3d-9a55-${String(number).padStart(12, '0')}`,
  title: `Прежнее ${number}`,
  category,
  priority,
  preview,
  recipient_name: null,
  recipient_email: null,
  trusted_contact_ids: [],
  files: [],
  deleted_at: '2026-11-10T10:00:00.000Z',
  kept_until: '2026-12-10T10:00:00.000Z',
  is_unreadable: false,
  ...facts,
});
const [first, second] = [binnedOf(1), binnedOf(2)];
const binOf = (...instructions: BinnedInstruction[]) => ({
  instructions,
  total: instructions.length,
  files_mb: 2,
});
const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listBin', binOf(first, second));
});

it('shows deleted instructions with their last day and the size of their files', async () => {
  await openPage('/instructions?bin=1');
  await expect.element(row('Прежнее 1').getByText('До 10 декабря')).toBeVisible();
  await expect.element(page.getByText(/Файлы занимают 2\sМБ/)).toBeVisible();
  await expectAccessible();
});

it('restores an instruction and moves the focus to the list', async () => {
  await openPage('/instructions?bin=1');
  fakeServer.answer('restoreInstructions', () => {
    fakeServer.answer('listBin', binOf(second));
    return { count: 1 };
  });
  await press(button('Вернуть: Прежнее 1'));
  await expect.element(row('Прежнее 1')).not.toBeInTheDocument();
  await expect.element(page.getByRole('list', { name: 'Корзина' })).toHaveFocus();
  expect(fakeServer.callsOf('restoreInstructions')[0]?.body).toEqual({ ids: [first.id] });
});

it('shows the text of a deleted instruction, which can be restored from there', async () => {
  fakeServer.answer('getBinnedInstruction', { ...first, content: 'Под крыльцом, слева.' });
  await openPage('/instructions?bin=1');
  await button('Прежнее 1').click();
  const dialog = page.getByRole('dialog', { name: 'Прежнее 1' });
  await expect.element(dialog.getByText('Под крыльцом, слева.')).toBeVisible();
  await expectAccessible();
  fakeServer.answer('restoreInstructions', () => {
    fakeServer.answer('listBin', binOf(second));
    return { count: 1 };
  });
  await dialog.getByRole('button', { name: 'Вернуть' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(row('Прежнее 1')).not.toBeInTheDocument();
});

it('deletes one instruction permanently only after a confirmation', async () => {
  await openPage('/instructions?bin=1');
  await button('Ещё: Прежнее 2').click();
  await page.getByRole('menuitem', { name: 'Удалить навсегда' }).click();
  const dialog = page.getByRole('dialog', { name: 'Удалить навсегда?' });
  await expect.element(dialog.getByText(/«Прежнее 2» будет нельзя/)).toBeVisible();
  expect(fakeServer.callsOf('deletePermanently')).toEqual([]);
  fakeServer.answer('deletePermanently', () => {
    fakeServer.answer('listBin', binOf(first));
    return { count: 1 };
  });
  await dialog.getByRole('button', { name: 'Удалить навсегда' }).click();
  await expect.element(row('Прежнее 2')).not.toBeInTheDocument();
  expect(fakeServer.callsOf('deletePermanently')[0]?.body).toEqual({ ids: [second.id] });
});

it('empties the bin after a confirmation', async () => {
  await openPage('/instructions?bin=1');
  await button('Очистить корзину').click();
  const dialog = page.getByRole('dialog', { name: 'Очистить корзину?' });
  await expect.element(dialog.getByText(/^2 распоряжения исчезнут навсегда/)).toBeVisible();
  fakeServer.answer('emptyBin', () => {
    fakeServer.answer('listBin', binOf());
    return { count: 2 };
  });
  await dialog.getByRole('button', { name: 'Удалить навсегда' }).click();
  await expect.element(page.getByRole('heading', { name: 'Корзина пуста' })).toBeVisible();
  await expect.element(button('Очистить корзину')).not.toBeInTheDocument();
});

it('redirects to the last page that still has instructions', async () => {
  fakeServer.answer('listBin', ({ query }) =>
    query.page === '2' ? { ...binOf(), total: 20 } : { ...binOf(first), total: 20 },
  );
  await openPage('/instructions?bin=1&page=2');
  await expect.element(row('Прежнее 1')).toBeVisible();
});

it('links back to the first page of the list from any page', async () => {
  fakeServer.answer('listBin', { ...binOf(first), total: 21 });
  await openPage('/instructions?bin=1&page=2');
  await expect
    .element(page.getByRole('link', { name: 'К распоряжениям' }))
    .toHaveAttribute('href', '/instructions');
});

import '../../../../ui/theme/styles.css';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { instructionListOf } from '../../../../../test/instruction-list-fixture.ts';
import { openPage, press } from '../../../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../../../test/signed-in-person.ts';

const olga = contactFixture({ name: 'Ольга Ким' });
const idOf = (number: number) => `0190f3a2-7c1e-7b3d-9a55-${String(number).padStart(12, '0')}`;
const letters = [1, 2, 3].map((number) =>
  instructionOf({ id: idOf(number), title: `Распоряжение ${number}` }),
);
const sentLetter = instructionOf({ id: idOf(4), title: 'Отправленное', status: 'sent' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const box = (title: string) => page.getByRole('checkbox', { name: title, exact: true });
const bar = () => page.getByRole('region', { name: 'Выбрать несколько' });

beforeEach(async () => {
  await page.viewport(1280, 720);
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [olga], limit: 3 });
  fakeServer.answer('listInstructions', instructionListOf(...letters, sentLetter));
  await openPage('/instructions');
  await button('Ещё: Распоряжение 1').click();
  await page.getByRole('menuitem', { name: 'Выбрать несколько' }).click();
  await expect.element(box('Распоряжение 1')).toHaveFocus();
});

it('starts with the instruction of the menu and returns the focus to the list at the end', async () => {
  await expect.element(box('Распоряжение 1')).toBeChecked();
  await expect.element(bar().getByText('Выбрано: 1')).toBeVisible();
  await expectAccessible();
  await bar().getByRole('button', { name: 'Отмена' }).click();
  await expect.element(box('Распоряжение 1')).not.toBeInTheDocument();
  const list = page.getByRole('list', { name: 'Список распоряжений' });
  await expect.poll(() => document.activeElement?.contains(list.element())).toBe(true);
});

it('selects a row pressed anywhere, and with one press the whole page except sent instructions', async () => {
  await expect.element(box('Отправленное')).toBeDisabled();
  await page.getByText('Распоряжение 2').click({ force: true });
  await expect.element(bar().getByText('Выбрано: 2')).toBeVisible();
  await bar().getByRole('button', { name: 'Вся страница' }).click();
  await expect.element(bar().getByText('Выбрано: 3')).toBeVisible();
  await expect.element(bar().getByRole('button', { name: 'Вся страница' })).not.toBeInTheDocument();
});

it('deletes all selected instructions after one confirmation', async () => {
  await box('Распоряжение 3').click();
  await bar().getByRole('button', { name: 'Удалить' }).click();
  const dialog = page.getByRole('dialog', { name: 'Удалить 2 распоряжения?' });
  fakeServer.answer('deleteInstructions', () => {
    fakeServer.answer('listInstructions', instructionListOf(...letters.slice(1, 2), sentLetter));
    return { count: 2 };
  });
  await dialog.getByRole('button', { name: 'Удалить' }).click();
  await expect.element(page.getByText('Распоряжение 3')).not.toBeInTheDocument();
  await expect.element(bar()).not.toBeInTheDocument();
  expect(fakeServer.callsOf('deleteInstructions')[0]?.body).toEqual({ ids: [idOf(1), idOf(3)] });
  // The next selection opens no dialog yet.
  await button('Ещё: Распоряжение 2').click();
  await page.getByRole('menuitem', { name: 'Выбрать несколько' }).click();
  await expect.element(bar().getByText('Выбрано: 1')).toBeVisible();
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

it('readdresses all selected instructions once at least one contact is chosen', async () => {
  await bar().getByRole('button', { name: 'Переадресовать' }).click();
  const dialog = page.getByRole('dialog', { name: 'Кому адресовать 1 распоряжение?' });
  await expect.element(dialog.getByRole('checkbox', { name: /Ольга Ким/ })).toHaveFocus();
  await expectAccessible();
  const save = dialog.getByRole('button', { name: 'Сохранить' });
  await expect.element(save).toBeDisabled();
  await dialog.getByRole('checkbox', { name: /Ольга Ким/ }).click();
  fakeServer.answer('readdressInstructions', { count: 1 });
  await save.click();
  await expect.element(bar()).not.toBeInTheDocument();
  expect(fakeServer.callsOf('readdressInstructions')[0]?.body).toEqual({
    ids: [idOf(1)],
    trusted_contact_ids: [olga.id],
  });
});

it('stays low on a phone and causes no horizontal scrolling', async () => {
  await page.viewport(320, 640);
  await expect.element(bar()).toBeVisible();
  expect(bar().element().getBoundingClientRect().height).toBeLessThan(150);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
  await press(bar().getByRole('button', { name: 'Отмена' }));
  await expect.element(bar()).not.toBeInTheDocument();
});

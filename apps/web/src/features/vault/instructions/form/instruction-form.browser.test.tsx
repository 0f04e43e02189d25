import '../../../../ui/theme/styles.css';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage, press } from '../../../../../test/page.tsx';
import { answerSignedInUser, rulesOf } from '../../../../../test/signed-in-person.ts';

const maria = contactFixture();

const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });

async function choose(label: string, option: string): Promise<void> {
  await field(label).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

beforeEach(async () => {
  await page.viewport(1280, 900);
  answerSignedInUser(fakeServer);
});

describe('owner without trusted contacts', () => {
  it('can write an instruction and must add a contact only on saving', async () => {
    await openPage('/instructions');
    await expect.element(link('Новое распоряжение')).not.toBeInTheDocument();
    await link('Написать первое распоряжение').click();
    await field('Название').fill('Где ключи');
    await field('Текст').fill('Под цветком.');
    await press(button('Сохранить'));
    // Other missing values are reported at their fields first.
    await expect.element(page.getByText('Выберите категорию.')).toBeVisible();
    await expectAccessible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await choose('Категория', 'Личное');
    await choose('Важность', 'Важно');
    await press(button('Сохранить'));
    // Only a contact is missing: its form opens over this one, which keeps its input.
    const dialog = page.getByRole('dialog', { name: 'Новое доверенное лицо' });
    await expect.element(dialog).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await expect.element(button('Сохранить')).toHaveFocus();
    await expect.element(field('Текст')).toHaveValue('Под цветком.');
    expect(fakeServer.callsOf('createInstruction')).toEqual([]);
  });

  it('adds a contact without leaving the form, which selects the new contact', async () => {
    await openPage('/instructions?new=1');
    await field('Название').fill('Где ключи');
    await button('Добавить человека').click();
    const dialog = page.getByRole('dialog', { name: 'Новое доверенное лицо' });
    await dialog.getByLabelText('Имя и фамилия').fill(maria.name);
    await dialog.getByLabelText('Электронная почта').fill(maria.email);
    fakeServer.answer('createContact', () => {
      fakeServer.answer('listContacts', { contacts: [maria], limit: 3 });
      return { contact: maria, invitation: null };
    });
    fakeServer.answer('setProtocolRules', rulesOf());
    await dialog.getByRole('button', { name: 'Сохранить и пригласить' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(page.getByRole('checkbox', { name: /Мария Климова/ })).toBeChecked();
    await expect.element(field('Название')).toHaveValue('Где ключи');
    expect(addressNow()).toBe('/instructions?new=1');
  });
});

describe('form', () => {
  beforeEach(() => fakeServer.answer('listContacts', { contacts: [maria], limit: 1 }));

  it('offers no new contact at the contact limit', async () => {
    await openPage('/instructions?new=1');
    await expect.element(page.getByRole('checkbox', { name: /Мария Климова/ })).toBeVisible();
    await expect.element(button('Добавить человека')).not.toBeInTheDocument();
  });

  it.each([
    [320, 640],
    [1280, 720],
  ])('keeps the save button visible at %i × %i for a text of any length', async (width, height) => {
    await page.viewport(width, height);
    await openPage('/instructions?new=1');
    await field('Текст').fill('Строка.\n'.repeat(80));
    scrollTo(0, 0);
    await expect.element(button('Сохранить')).toBeInViewport({ ratio: 1 });
    scrollTo(0, document.documentElement.scrollHeight);
    await expect.element(button('Сохранить')).toBeInViewport({ ratio: 1 });
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  });

  it('keeps a further recipient and files folded until they are used', async () => {
    await openPage('/instructions?new=1');
    await expect.element(field('Почта получателя')).not.toBeVisible();
    await button('Ещё один получатель').click();
    await field('Почта получателя').fill('нет');
    await press(button('Сохранить'));
    await expect.element(field('Почта получателя')).toHaveAttribute('aria-invalid', 'true');
    await expect.element(button('Файлы')).toHaveAttribute('aria-expanded', 'false');
  });

  it('is about one window high with everything folded', async () => {
    await openPage('/instructions?new=1');
    await expect.element(button('Сохранить')).toBeVisible();
    await document.fonts.ready;
    expect(document.documentElement.scrollHeight).toBeLessThan(1050);
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer } from '../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../test/page.tsx';
import { answerSignedInUser } from '../../../test/signed-in-person.ts';

const dialog = page.getByRole('dialog', { name: 'Уйти без сохранения?' });
const name = page.getByLabelText('Имя и фамилия');
const settings = page.getByRole('link', { name: 'Настройки' });
const answer = (label: string) => dialog.getByRole('button', { name: label, exact: true }).click();

async function openForm() {
  await openPage('/contact');
  await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
}

async function openChangedForm() {
  await openForm();
  await name.fill('Олег');
}

beforeEach(() => answerSignedInUser(fakeServer));

describe('leaving a form', () => {
  it('asks nothing if nothing was changed', async () => {
    await openForm();
    await settings.click();
    await expect.poll(addressNow).toMatch(/^\/settings/);
  });

  it('asks if something was changed, and keeps all input on cancel', async () => {
    await openChangedForm();
    await settings.click();
    await answer('Остаться');
    await expect.element(dialog).not.toBeInTheDocument();
    await expect.element(name).toHaveValue('Олег');
    expect(addressNow()).toBe('/contact');
  });

  it('stays on the form when the question is closed with Escape', async () => {
    await openChangedForm();
    await settings.click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(addressNow()).toBe('/contact');
  });

  it('leaves the form after confirmation', async () => {
    await openChangedForm();
    await settings.click();
    await answer('Уйти');
    await expect.poll(addressNow).toMatch(/^\/settings/);
  });

  it('does not ask once the changes are undone', async () => {
    await openChangedForm();
    await name.fill('');
    await settings.click();
    await expect.poll(addressNow).toMatch(/^\/settings/);
  });

  it('asks on the cancel button, and returns the focus to the opener', async () => {
    await openChangedForm();
    await page.getByRole('button', { name: 'Отмена' }).click();
    await answer('Уйти');
    const add = page.getByRole('button', { name: 'Добавить доверенное лицо' });
    await expect.element(add).toHaveFocus();
  });

  it('asks before signing out, and does not sign out on cancel', async () => {
    await openChangedForm();
    await page.getByRole('button', { name: 'Ваш аккаунт' }).click();
    await page.getByRole('button', { name: 'Выйти' }).click();
    await answer('Остаться');
    await expect.element(name).toHaveValue('Олег');
    expect(fakeServer.callsOf('signOut')).toEqual([]);
  });
});

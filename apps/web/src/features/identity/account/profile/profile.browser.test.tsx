import type { ProfileView } from '@zavet/contract/identity/account-schemas';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage, press } from '../../../../../test/page.tsx';
import { answerSignedInUser, profileOf } from '../../../../../test/signed-in-person.ts';
import { loadedTexts } from '../../../../ui/language/i18n.ts';

let profile: ProfileView;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');

beforeEach(() => {
  answerSignedInUser(fakeServer);
  profile = profileOf({ first_name: null, last_name: null, full_name: null });
  fakeServer.answer('getProfile', () => profile);
});

describe('name', () => {
  it('is rejected while too short and saved after a confirmation', async () => {
    fakeServer.answer('updateBasicInfo', ({ body }) => {
      profile = { ...profile, ...(body as object), full_name: 'Анна Лаврова' };
      return profile;
    });
    await openPage('/settings');
    await press(button('Заполнить'));
    await page.getByLabelText('Имя', { exact: true }).fill('А');
    await page.getByLabelText('Фамилия').fill('Лаврова');
    await press(button('Сохранить'));
    await expect
      .element(page.getByLabelText('Имя', { exact: true }))
      .toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    expect(fakeServer.callsOf('updateBasicInfo')).toEqual([]);
    await page.getByLabelText('Имя', { exact: true }).fill('Анна');
    await press(button('Сохранить'));
    await dialog.getByRole('button', { name: 'Сохранить' }).click();
    await expect.element(page.getByText('Изменения сохранены')).toBeVisible();
  });

  it('is locked once set, while the missing date of birth can still be added', async () => {
    profile = { ...profile, first_name: 'Анна', last_name: 'Лаврова', full_name: 'Анна Лаврова' };
    await openPage('/settings');
    await press(button('Дополнить'));
    await expect.element(page.getByRole('textbox', { name: 'Имя' })).not.toBeInTheDocument();
    await press(button('Изменить дату рождения'));
    await expect.element(page.getByText('Дата указывается один раз')).toBeVisible();
    await dialog.getByRole('button', { name: 'Указать дату' }).click();
    const birth = page.getByRole('textbox', { name: 'Дата рождения' });
    await expect.element(birth).toHaveFocus();
    await birth.fill('13.04.1956');
    await press(button('Сохранить'));
    await expect.element(dialog.getByText('13 апреля 1956 г.')).toBeVisible();
  });
});

describe('phone', () => {
  it('is accepted in international format only, and a save without changes says so', async () => {
    fakeServer.answer('updateContactInfo', () => {
      profile = { ...profile, phone: '+79123456789' };
      return profile;
    });
    await openPage('/settings');
    await press(button('Указать телефон'));
    await page.getByLabelText('Телефон').fill('8 912');
    await press(button('Сохранить'));
    await expect.element(page.getByLabelText('Телефон')).toHaveAttribute('aria-invalid', 'true');
    await page.getByLabelText('Телефон').fill('+7 912 345-67-89');
    await press(button('Сохранить'));
    await expect.element(page.getByText('Изменения сохранены')).toBeVisible();
    await expect.element(button('Изменить телефон')).toHaveFocus();
    fakeServer.refuse('updateContactInfo', 422, 'no_changes');
    await button('Изменить телефон').click();
    await press(button('Сохранить'));
    await expect.element(page.getByText(/нет изменений|ничего не изменил/i).first()).toBeVisible();
  });
});

describe('email change', () => {
  it('is pending until confirmed and can be withdrawn', async () => {
    fakeServer.answer('requestEmailChange', ({ body }) => {
      const { new_email } = body as { new_email: string };
      const until = '2099-11-01T10:00:00.000Z';
      profile = { ...profile, pending_email: new_email, pending_email_until: until };
      return {};
    });
    fakeServer.answer('withdrawEmailChange', () => {
      profile = { ...profile, pending_email: null, pending_email_until: null };
      return {};
    });
    await openPage('/settings');
    await press(button('Сменить почту'));
    await page.getByLabelText('Новый адрес').fill('new@example.org');
    await press(button('Сменить почту'));
    expect(fakeServer.callsOf('requestEmailChange')).toEqual([]);
    await dialog.getByRole('button', { name: 'Сменить почту' }).click();
    await expect.element(page.getByText('Ждёт подтверждения')).toBeVisible();
    await press(button('Отозвать'));
    await expect.element(page.getByText('Ждёт подтверждения')).not.toBeInTheDocument();
  });
});

describe('language and theme', () => {
  it('are stored: the language in the profile, the theme in the browser', async () => {
    fakeServer.answer('updatePreferredLanguage', ({ body }) => {
      profile = { ...profile, ...(body as object) };
      return profile;
    });
    await openPage('/settings');
    const theme = page.getByRole('group', { name: 'Тема' });
    await expect.element(theme).toBeVisible();
    const choose = (name: string) =>
      (theme.getByRole('radio', { name }).element() as HTMLElement).click();
    choose('Тёмная');
    await expect.poll(() => localStorage.getItem('zavet.theme')).toBe('dark');
    choose('Светлая');
    await page.getByRole('combobox', { name: 'Язык' }).click();
    await page.getByRole('option', { name: 'English', exact: true }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible();
    expect(document.documentElement.lang).toBe('en');
    await expect
      .poll(() => fakeServer.callsOf('updatePreferredLanguage')[0]?.body)
      .toEqual({ preferred_language: 'en' });
    await page.getByRole('combobox', { name: 'Language' }).click();
    await page.getByRole('option', { name: 'Русский', exact: true }).click();
    await expect.element(page.getByRole('heading', { level: 1, name: 'Настройки' })).toBeVisible();
    expect(addressNow()).toContain('/settings');
  });

  it('keep the current language if the texts of another one fail to load', async () => {
    await openPage('/settings');
    const language = page.getByRole('combobox', { name: 'Язык' });
    await language.click();
    const failing = vi
      .spyOn(loadedTexts, 'fetch')
      .mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await page.getByRole('option', { name: 'English', exact: true }).click();
    await expect.element(page.getByText(/^Сервер не отвечает/)).toBeVisible();
    await expect.element(language).toHaveTextContent('Русский');
    expect(fakeServer.callsOf('updatePreferredLanguage')).toEqual([]);
    failing.mockRestore();
  });
});

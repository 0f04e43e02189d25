import { expectShown } from '../page-witness.ts';
import { newAddress } from '../people.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('the profile is filled in once and stays locked', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Заполнить' }).click();
  await page.getByLabel('Имя').fill('А');
  await page.getByLabel('Фамилия').fill('Лаврова');
  await page.getByRole('button', { name: 'Сохранить' }).first().click();
  await expect(page.getByLabel('Имя')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Имя').fill('Анна');
  await page.getByRole('button', { name: 'Сохранить' }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click();
  await expectShown(page, 'Изменения сохранены');

  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Анна');
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Дополнить' }).click();
  await expect(page.getByRole('textbox', { name: 'Имя' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Изменить дату рождения' }).click();
  await expect(page.getByText('Дата указывается один раз')).toBeVisible();
  await page.getByRole('dialog').getByRole('button', { name: 'Указать дату' }).click();
  const birth = page.getByRole('textbox', { name: 'Дата рождения' });
  await expect(birth).toBeFocused();
  await birth.fill('12 апреля 1956');
  await page.getByRole('button', { name: 'Открыть календарь' }).click();
  await expect(page.getByRole('button', { name: /12 апреля 1956/ })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(birth).toHaveValue('13.04.1956');
  await page.getByRole('button', { name: 'Сохранить' }).first().click();
  await expect(page.getByRole('dialog').getByText('13 апреля 1956 г.')).toBeVisible();
});

test('a phone is kept in international form and a save without change says so', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Указать телефон' }).click();
  await page.getByLabel('Телефон').fill('8 912');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByLabel('Телефон')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('Телефон').fill('+7 912 345-67-89');
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expectShown(page, 'Изменения сохранены');
  // The form has closed: keyboards go on at the button that opens it again.
  await expect(page.getByRole('button', { name: 'Изменить телефон' })).toBeFocused();
  await page.getByRole('button', { name: 'Изменить телефон' }).click();
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await expect(page.getByText(/нет изменений|ничего не изменил/i).first()).toBeVisible();
});

test('a new address can be withdrawn, takes effect when it is confirmed, and the old one can undo it', async ({
  page,
  person,
  mailbox,
}) => {
  const newEmail = newAddress();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await page.getByLabel('Новый адрес').fill(newAddress());
  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сменить почту' }).click();
  await expect(page.getByText('Ждёт подтверждения')).toBeVisible();
  await mailbox.newestLink(person.email, '/verify#type=email_undo');
  await page.getByRole('button', { name: 'Отозвать' }).click();
  await expect(page.getByText('Ждёт подтверждения')).toHaveCount(0);

  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await page.getByLabel('Новый адрес').fill(newEmail);
  await page.getByRole('button', { name: 'Сменить почту' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сменить почту' }).click();
  await expect(page.getByText('Ждёт подтверждения')).toBeVisible();

  await page.goto(await mailbox.newestLink(newEmail, '/verify#type=email_change'));
  await page.getByRole('button', { name: 'Подтвердить новую почту' }).click();
  await expect(page.getByText(`Теперь входите с почтой ${newEmail}.`)).toBeVisible();
  await mailbox.newestLink(person.email, '/verify#type=email_undo');
  await page.goto('/settings');
  await expect(page.getByText(newEmail).first()).toBeVisible();

  await page.goto(await mailbox.newestLink(person.email, '/verify#type=email_undo'));
  await expect(page.getByText('Chrome на Linux')).toBeVisible();
  await page.getByRole('button', { name: 'Вернуть прежнюю почту' }).click();
  await expect(page.getByText(`Прежний адрес ${person.email} снова действует.`)).toBeVisible();
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login/);
});

test('leaving a changed form asks first', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Указать телефон' }).click();
  await page.getByLabel('Телефон').fill('+7 912');
  const dialog = await follow(
    page.getByRole('link', { name: 'Главная' }),
    page.getByRole('dialog'),
  );
  await expect(dialog.getByText('Уйти без сохранения?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Остаться' }).click();
  await expect(page.getByLabel('Телефон')).toHaveValue('+7 912');
});

import type { Page } from '@playwright/test';
import { HeldClock } from '../held-clock.ts';
import { newAddress } from '../people.ts';
import { acceptInvitation } from '../protocol.ts';
import { choose, chooseInMenu } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';
import { nameContact, writeInstruction } from '../vault.ts';

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });

async function fillContact(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Имя и фамилия').fill(name);
  await page.getByLabel('Электронная почта').fill(email);
}

test('a contact is named, confirmed with the code from the mail, and counted', async ({
  page,
  person,
  mailbox,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/contact');
  await expect(page.getByText('Пока никто не назван')).toBeVisible();
  await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
  await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
  await expect(page.getByLabel('Имя и фамилия')).toHaveAttribute('aria-invalid', 'true');

  const email = newAddress();
  await fillContact(page, 'Мария Орлова', email.toUpperCase());
  await page.getByLabel('Кем вам приходится').fill('сестра');
  await page.getByRole('button', { name: 'Ещё о человеке' }).click();
  await page.getByLabel('Заметки').fill('Ключи у неё');
  // Two presses in a row, faster than the screen is drawn: one request.
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
  });
  await page.locator('form').evaluate((form: HTMLFormElement) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  const maria = card(page, 'Мария Орлова');
  await expect(maria.getByText('Ждёт ответа', { exact: true })).toBeVisible();
  expect(sent.filter((path) => path === '/api/contacts')).toHaveLength(1);
  // The form has closed: keyboards and readers go on at the new card.
  await expect(maria.getByRole('heading', { name: 'Мария Орлова' })).toBeFocused();
  await expect(maria.getByText(email)).toBeVisible();
  await chooseInMenu(page, 'Мария Орлова', 'Подробнее');
  await expect(maria.getByText('Ключи у неё')).toBeVisible();
  await expect(page.getByText('1 из 3')).toBeVisible();

  const { text } = await mailbox.newestMail(email);
  const code = /\b[A-HJKMNP-Z2-9]{6}\b/.exec(text.replace(/(?<=\b\w) (?=\w\b)/g, ''))?.[0] ?? '';
  await maria.getByRole('button', { name: 'Ввести код: Мария Орлова' }).click();
  const field = page.getByLabel('Код подтверждения');
  const confirm = page.getByRole('button', { name: 'Подтвердить' });
  await expect(page.getByText('Осталось 10 попыток')).toBeVisible();
  await field.fill('AB12');
  await expect(confirm).toBeDisabled();
  await field.fill('AB12345');
  await expect(page.getByText('В коде 6 букв и цифр, а здесь 7.')).toBeVisible();
  await field.fill('ААААА-А');
  await expect(page.getByText(/а здесь 7/)).toBeHidden();
  await confirm.click();
  await expect(page.getByRole('alert').getByText('Код не подходит')).toBeVisible();
  await expect(field).toHaveAccessibleDescription(/Код не подходит/);
  await expect(page.getByText('Осталось 9 попыток')).toBeVisible();
  await field.fill(` ${code.toLowerCase()} `);
  await confirm.click();
  await expect(maria.getByText('Подтверждено', { exact: true })).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByText('1 подтверждено')).toBeVisible();
});

test('another address makes a confirmed contact pending again, after a warning', async ({
  page,
  person,
  mailbox,
}) => {
  expect(person.email).toBeTruthy();
  const { email } = await nameContact(page.request, 'Олег Петров');
  const link = await mailbox.newestLink(email, '/invitation');
  await page.goto(link);
  await page.getByRole('button', { name: 'Согласиться' }).click();
  await expect(page.getByRole('heading', { name: 'Спасибо, вы согласились' })).toBeVisible();

  await page.goto('/contact');
  const oleg = card(page, 'Олег Петров');
  await expect(oleg.getByText('Подтверждено', { exact: true })).toBeVisible();
  await chooseInMenu(page, 'Олег Петров', 'Изменить');
  const next = newAddress();
  await page.getByLabel('Электронная почта').fill(next);
  await page.getByRole('button', { name: 'Сохранить' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Сменить адрес' }).click();
  await expect(oleg.getByText('Ждёт ответа', { exact: true })).toBeVisible();
  await mailbox.newestLink(next, '/invitation');
});

test('the third contact is the last, and a minor needs consent', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await nameContact(page.request, 'Первый Человек');
  await nameContact(page.request, 'Второй Человек');
  await page.goto('/contact');
  await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
  await fillContact(page, 'Внук Саша', newAddress());
  await page.getByRole('button', { name: 'Ещё о человеке' }).click();
  await page.getByLabel(/Этому человеку нет 18 лет/).check();
  await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
  await expect(page.getByText('Нужно согласие законного представителя')).toBeVisible();
  await page.getByLabel(/Законный представитель/).check();
  await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
  await chooseInMenu(page, 'Внук Саша', 'Подробнее');
  await expect(card(page, 'Внук Саша')).toContainText('есть согласие законного представителя');
  await expect(page.getByText(/Можно назвать не больше 3/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Добавить доверенное лицо' })).toHaveCount(0);
});

test('removing a contact says what happens to instructions and can hand them over', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  const leaving = await nameContact(page.request, 'Уходящий Иван');
  const staying = await nameContact(page.request, 'Остающаяся Анна');
  await writeInstruction(page.request, [leaving.id], 'Только Ивану');
  await page.goto('/contact');
  const remove = (name: string) => chooseInMenu(page, name, 'Удалить');
  const dialog = page.getByRole('dialog');

  await remove('Уходящий Иван');
  await expect(dialog.getByText('Этот человек назван в 1 распоряжении.')).toBeVisible();
  await choose(dialog.getByLabel('Кого назвать вместо него'), 'Остающаяся Анна');
  await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(card(page, 'Уходящий Иван')).toHaveCount(0);

  await remove('Остающаяся Анна');
  await dialog.getByRole('button', { name: 'Не удалять' }).click();
  await expect(card(page, 'Остающаяся Анна')).toBeVisible();
  await remove('Остающаяся Анна');
  await dialog.getByRole('button', { name: 'Удалить', exact: true }).click();
  await expect(page.getByText('1 распоряжение осталось без доверенного лица')).toBeVisible();
  expect(staying.id).toBeTruthy();
});

test('a code that could not be mailed is shown until it is put away, and what is said of a code ends with it', async ({
  page,
  person,
  mailbox,
}) => {
  expect(person.email).toBeTruthy();
  const { id, email } = await nameContact(page.request, 'Елена Ким');
  // What the server answers while its mail server is away.
  await page.route('**/api/contacts/confirmation-email', (route) =>
    route.fulfill({
      json: {
        ok: true,
        sent: false,
        manual_sharing_required: true,
        contact_email: email,
        confirmation_code: 'QX7ZPW',
      },
    }),
  );
  const clock = await HeldClock.of(page);
  await page.goto('/contact');
  await clock.stepUntilVisible(page.getByRole('button', { name: 'Ещё: Елена Ким' }));
  await page.getByRole('button', { name: 'Ещё: Елена Ким' }).click();
  const invite = page.getByRole('menuitem', { name: 'Пригласить ещё раз' });
  await clock.stepUntilVisible(invite);
  await invite.click();
  const toast = page.getByRole('region', { name: 'Сообщения' }).getByText(/QX7ZPW/);
  await clock.stepUntilVisible(toast);
  await clock.pass(14_500);
  await expect(toast).toBeVisible();
  await clock.pass(2_000);
  await expect(toast).toHaveCount(0);
  await expect(page.getByText('Передайте код сами', { exact: true })).toBeVisible();
  await expect(page.getByText('QX7ZPW')).toBeVisible();
  await page.getByRole('button', { name: 'Убрать код' }).click();
  await expect(page.getByText('QX7ZPW')).toHaveCount(0);

  await page.getByRole('button', { name: 'Ввести код: Елена Ким' }).click();
  const field = page.getByLabel('Код подтверждения');
  // No code has a zero.
  await field.fill('000000');
  await page.getByRole('button', { name: 'Подтвердить' }).click();
  const refused = page.getByText('Код не подходит');
  await clock.stepUntilVisible(refused.first());
  await clock.stepUntilVisible(page.getByText('Осталось 9 попыток'));
  // Elsewhere another code is sent, and then the person agrees by its link.
  const data = { p_contact_id: id };
  await page.request.post('/api/contacts/confirmation-email', { data });
  await clock.jump(10_000);
  await clock.stepUntilVisible(page.getByText('Осталось 10 попыток'));
  await expect(refused).toHaveCount(0);
  await acceptInvitation(page.request, mailbox, email);
  await clock.jump(10_000);
  const elena = card(page, 'Елена Ким');
  await clock.stepUntilVisible(elena.getByText('Подтверждено', { exact: true }));
  await expect(field).toHaveCount(0);
  await expect(elena.getByRole('heading', { name: 'Елена Ким' })).toBeFocused();
});

import { expectShown } from '../page-recorder.ts';
import { fillLogin, follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const supportEmail = 'support@zavet.example';
const message = 'Мне нужно 5 ГБ.\nСколько это стоит?';

test('a message to the support arrives in its mailbox and is listed with the promised reply time', async ({
  page,
  person,
  mailbox,
}) => {
  await page.goto('/settings?tab=plan');
  const topic = page.getByLabel('О чём обращение');
  await follow(page.getByRole('link', { name: 'Написать в поддержку' }), topic);
  await expect(topic).toHaveText('Тариф и оплата');
  await expect(page.getByLabel('Тема обращения')).toHaveValue('Индивидуальный тариф');
  await expect(page.getByLabel('Почта для ответа')).toHaveValue(person.email);
  await expect(page.getByText(/за 48 часов/)).toBeVisible();
  await expect(page.getByRole('link', { name: supportEmail })).toHaveAttribute(
    'href',
    `mailto:${supportEmail}`,
  );

  const field = page.getByLabel('Сообщение', { exact: true });
  const send = page.getByRole('button', { name: 'Отправить' });
  await send.click();
  await expect(field).toBeFocused();
  await expect(page.getByText('Заполните это поле.')).toBeVisible();
  await field.fill(message);
  const question = page.getByRole('dialog');
  await follow(page.getByRole('link', { name: 'Распоряжения' }), question);
  await question.getByRole('button', { name: 'Остаться' }).click();

  // The session ends: the typed text survives the next sign-in.
  await page.context().clearCookies();
  await send.click();
  await fillLogin(page, person);
  await expect(field).toHaveValue(message);
  await expect(page.getByLabel('Тема обращения')).toHaveValue('Индивидуальный тариф');
  await expect(page.getByText('Вы это написали, но не отправили')).toBeVisible();

  await send.click();
  await expectShown(page, 'Сообщение в поддержку успешно отправлено!');
  await expect(field).toHaveValue('');
  const mail = await mailbox.newestMail(supportEmail, person.email);
  expect(mail.reply_to).toBe(person.email);
  expect(mail.text).toContain('Мне нужно 5 ГБ.');

  const request = page.getByRole('region', { name: 'Ваши обращения' }).getByRole('listitem');
  await expect(request).toHaveCount(1);
  await expect(request.getByText('Индивидуальный тариф')).toBeVisible();
  const reference = /^\[(.+?)\]/.exec(mail.subject)?.[1];
  await expect(request.getByText(`№ ${reference}`).first()).toBeVisible();
  await expect(request.getByText('Ответим до')).toBeVisible();
  await page.reload();
  await expect(field).toHaveValue('');
  await expect(request.getByText('В поддержке')).toBeVisible();
  await request.getByText('Показать обращение').click();
  await expect(request.getByText('Сколько это стоит?')).toBeVisible();
});

import { expectShown } from '../page-witness.ts';
import { newAddress, requestAccount, strongPassword, tokenOf } from '../people.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

const confirmButton = { name: 'Подтвердить почту' };

test('a link does nothing until its button is pressed, then confirms and offers the login', async ({
  page,
  visitor,
  mailbox,
}) => {
  const email = newAddress();
  await requestAccount(page.request, email);
  const link = await mailbox.newestLink(email, '/verify#type=signup');
  // A mail program that opens every link, scripts included, and a mail sent before links had a #.
  const scanner = await visitor();
  await scanner.goto(`/verify?type=signup&token=${tokenOf(link)}`);
  await expect(scanner.getByRole('button', confirmButton)).toBeVisible();
  expect(scanner.url()).not.toContain('token');
  const early = await page.request.post('/api/session', {
    data: { email, password: strongPassword },
  });
  expect(early.status()).toBe(403);

  const elsewhere = await visitor();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('Устройство')).toBeVisible();
  expect(elsewhere.url()).not.toContain('token');
  await elsewhere.reload();
  await elsewhere.getByRole('button', confirmButton).click();
  await expect(
    elsewhere.getByText('Email успешно подтверждён! Теперь вы можете войти в систему.'),
  ).toBeVisible();
  await follow(elsewhere.getByRole('main').getByRole('link', { name: 'Войти' }), 'Вход');
  await expect(elsewhere).toHaveURL(/\/login$/);

  await elsewhere.goto(link);
  await expect(
    elsewhere.getByText('Ошибка при подтверждении email. Попробуйте войти в систему.'),
  ).toBeVisible();
  expect(elsewhere.url()).not.toContain('token');
  await expect(elsewhere.getByRole('link', { name: 'Зарегистрироваться заново' })).toBeVisible();
});

test('an expired link says so', async ({ page }) => {
  await page.route('**/api/account/link-description', (route) =>
    route.fulfill({
      status: 410,
      json: { error: { code: 'link_expired' }, request_id: 'test' },
    }),
  );
  await page.goto('/verify?type=signup&token=old');
  await expect(
    page.getByText('Ссылка подтверждения истекла. Попробуйте зарегистрироваться заново.'),
  ).toBeVisible();
});

test('a failed link counts as confirmed in a browser that has a session', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await page.goto('/verify?type=signup&token=used');
  await expectShown(page, 'Email успешно подтверждён! Вход в систему...');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a server that cannot be reached gives the general error', async ({ page }) => {
  await page.route('**/api/account/link-description', (route) => route.abort());
  await page.goto('/verify?type=signup&token=any');
  await expect(page.getByText('Произошла ошибка. Попробуйте войти в систему.')).toBeVisible();
});

test('a link without type or token is an invalid one', async ({ page }) => {
  for (const address of ['/verify', '/verify?type=other&token=x', '/verify#type=signup']) {
    await page.goto(address);
    await expect(page.getByText('Неверная ссылка подтверждения.')).toBeVisible();
    await expect(page).toHaveURL(/\/verify$/);
  }
});

test('an access token in the hash succeeds where there is a session', async ({ page, person }) => {
  expect(person.email).toBeTruthy();
  await page.goto('/verify#access_token=anything');
  await expectShown(page, 'Email успешно подтверждён! Вход в систему...');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a recovery link goes on to the new password, replacing history', async ({ page }) => {
  await page.goto('/faq');
  await page.goto('/verify?type=recovery&token=made-up');
  await expect(page).toHaveURL(/\/update-password$/);
  await expect(page.getByText('Ссылка не подошла')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
});

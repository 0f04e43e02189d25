import { expectShown } from '../page-witness.ts';
import { newAddress, requestAccount } from '../people.ts';
import { follow } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('opened in another browser, the link confirms and offers the login', async ({
  page,
  visitor,
  mailbox,
}) => {
  const email = newAddress();
  await requestAccount(page.request, email);
  const link = await mailbox.newestLink(email, '/verify?type=signup');
  const elsewhere = await visitor();
  await elsewhere.goto(link);
  await expect(
    elsewhere.getByText('Email успешно подтверждён! Теперь вы можете войти в систему.'),
  ).toBeVisible();
  expect(elsewhere.url()).not.toContain('token');
  await follow(elsewhere.getByRole('main').getByRole('link', { name: 'Войти' }), 'Вход');
  await expect(elsewhere).toHaveURL(/\/login$/);
});

test('a used link without a session says that confirming failed and offers login and sign-up', async ({
  page,
  visitor,
  mailbox,
}) => {
  const email = newAddress();
  await requestAccount(page.request, email);
  const link = await mailbox.newestLink(email, '/verify?type=signup');
  const elsewhere = await visitor();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText(/Теперь вы можете войти/)).toBeVisible();
  await elsewhere.goto(link);
  await expect(
    elsewhere.getByText('Ошибка при подтверждении email. Попробуйте войти в систему.'),
  ).toBeVisible();
  await expect(elsewhere.getByRole('link', { name: 'Зарегистрироваться заново' })).toBeVisible();
});

test('an expired link says so', async ({ page }) => {
  await page.route('**/api/account/verification', (route) =>
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
  await page.route('**/api/account/verification', (route) => route.abort());
  await page.goto('/verify?type=signup&token=any');
  await expect(page.getByText('Произошла ошибка. Попробуйте войти в систему.')).toBeVisible();
});

test('a link without type or token is an invalid one', async ({ page }) => {
  for (const address of ['/verify', '/verify?type=other&token=x', '/verify?type=signup']) {
    await page.goto(address);
    await expect(page.getByText('Неверная ссылка подтверждения.')).toBeVisible();
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
  await expect(page).toHaveURL(/\/update-password/);
  await page.goBack();
  await expect(page).toHaveURL(/\/faq$/);
});

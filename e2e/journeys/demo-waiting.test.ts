import type { Page } from '@playwright/test';
import { fillWithWaiting } from '@zavet/demo/fill-waiting';
import { samplePassword } from '@zavet/demo/sample';
import { fillLogin, follow, screen } from '../screen.ts';
import { expect, test } from '../server-fixture.ts';

test('the sample has a protocol that waits, an owner who stops it, and a contact who sees both', async ({
  page,
  server,
  visitor,
}) => {
  const { owner, trusted, stop_code } = await fillWithWaiting(server.url, 'ru');
  const other = await visitor();
  await signIn(other, trusted.email);
  await screen(other, trusted.first_name).waitFor();
  await other.goto('/trusted-legacies');
  await expect(other.getByText('Идёт ожидание')).toBeVisible();
  await expect(other.getByText('Ничего ещё не отправлено.')).toBeVisible();

  await signIn(page, owner.email);
  const done = page.getByRole('heading', { name: 'Запуск остановлен' });
  await follow(page.getByRole('button', { name: 'Я здесь, остановить' }), done);
  await page.goto('/settings?tab=protocol');
  await expect(page.getByRole('radio', { name: '3 дня' })).toBeChecked();
  await expect(page.getByRole('checkbox')).toBeChecked();
  await expect(page.getByText(owner.second_email)).toBeVisible();
  await page.goto('/settings?tab=privacy');
  await expect(page.getByText('Через месяц без вестей')).toBeVisible();

  await other.reload();
  await expect(other.getByText('Если вы заплатили, деньги вернутся полностью.')).toBeVisible();
  await other.goto('/stop');
  await other.getByLabel('Код с бумаги').fill(stop_code);
  await follow(
    other.getByRole('button', { name: 'Продолжить' }),
    other.getByRole('heading', { name: 'Останавливать нечего' }),
  );
});

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/login');
  await fillLogin(page, { email, password: samplePassword });
}

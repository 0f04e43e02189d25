import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const banner = () => page.getByRole('complementary', { name: 'Плановые работы' });
const announce = (startInHours: number, endInHours: number) =>
  fakeServer.answer('getMaintenance', {
    maintenance: { starts_at: inHours(startInHours), ends_at: inHours(endInHours) },
  });

describe('maintenance banner', () => {
  it.each(['/dashboard', '/settings', '/faq'])(
    'is shown on %s to signed-in users',
    async (path) => {
      answerSignedInUser(fakeServer);
      announce(30, 32);
      await openPage(path);
      await banner().getByRole('button', { name: 'Подробнее' }).click();
      await expect.element(banner().getByText(/Сервис будет недоступен/)).toBeVisible();
    },
  );

  it('is accessible with its details', async () => {
    answerSignedInUser(fakeServer);
    announce(30, 32);
    await openPage('/settings');
    await banner().getByRole('button', { name: 'Подробнее' }).click();
    await expect.element(banner().getByText(/Сервис будет недоступен/)).toBeVisible();
    await expectAccessible();
  });

  it('is shown on the login page', async () => {
    announce(30, 32);
    await openPage('/login');
    await expect.element(banner()).toBeVisible();
    await expectAccessible();
  });

  it('is not shown on other pages without a session', async () => {
    announce(30, 32);
    await openPage('/faq');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(banner()).not.toBeInTheDocument();
  });

  it('shows the end of maintenance in progress', async () => {
    answerSignedInUser(fakeServer);
    announce(-1, 1);
    await openPage('/dashboard');
    await expect.element(banner().getByText(/Плановые работы до/)).toBeVisible();
  });

  it('is not shown after the end, even if the server still returns it', async () => {
    answerSignedInUser(fakeServer);
    announce(-2, -1);
    await openPage('/dashboard');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => fakeServer.callsOf('getMaintenance').length).toBeGreaterThan(0);
    await expect.element(banner()).not.toBeInTheDocument();
  });

  it('does not block the screen if its query fails', async () => {
    answerSignedInUser(fakeServer);
    fakeServer.refuse('getMaintenance', 503, 'database_unavailable');
    await openPage('/dashboard');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const hour = 3_600_000;
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();
const banner = () => page.getByRole('complementary', { name: 'Плановые работы' });
const announce = (from: number, until: number) =>
  farEnd.answer('getMaintenance', {
    maintenance: { begins_at: inHours(from), ends_at: inHours(until) },
  });

describe('planned maintenance', () => {
  it.each(['/dashboard', '/settings', '/faq'])(
    'is told on %s to everybody who is signed in',
    async (path) => {
      answerPerson(farEnd);
      announce(30, 32);
      await openPage(path);
      await banner().getByRole('button', { name: 'Подробнее' }).click();
      await expect.element(banner().getByText(/сервис будет недоступен/)).toBeVisible();
    },
  );

  it('is told without a violation', async () => {
    answerPerson(farEnd);
    announce(30, 32);
    await openPage('/settings');
    await banner().getByRole('button', { name: 'Подробнее' }).click();
    await expect.element(banner().getByText(/сервис будет недоступен/)).toBeVisible();
    await expectAccessible();
  });

  it('is told where people sign in', async () => {
    announce(30, 32);
    await openPage('/login');
    await expect.element(banner()).toBeVisible();
    await expectAccessible();
  });

  it('is told on no other page of strangers', async () => {
    announce(30, 32);
    await openPage('/faq');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.element(banner()).not.toBeInTheDocument();
  });

  it('that is under way says until when', async () => {
    answerPerson(farEnd);
    announce(-1, 1);
    await openPage('/dashboard');
    await expect.element(banner().getByText(/Идут плановые работы, до/)).toBeVisible();
  });

  it('is told to nobody once it is over, also where the server has not said so', async () => {
    answerPerson(farEnd);
    announce(-2, -1);
    await openPage('/dashboard');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => farEnd.callsOf('getMaintenance').length).toBeGreaterThan(0);
    await expect.element(banner()).not.toBeInTheDocument();
  });

  it('that cannot be asked for does not keep the screen', async () => {
    answerPerson(farEnd);
    farEnd.refuse('getMaintenance', 503, 'database_unavailable');
    await openPage('/dashboard');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  });
});

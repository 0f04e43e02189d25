import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../test/accessibility.ts';
import { fakeServer } from '../../../test/fake-server.ts';
import { instructionListOf } from '../../../test/instruction-list-fixture.ts';
import { addressNow, openPage } from '../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../test/signed-in-person.ts';

const idOf = (number: number) => `0190f3a2-7c1e-7b3d-9a55-${String(number).padStart(12, '0')}`;
const all = Array.from({ length: 25 }, (_, index) =>
  instructionOf({ id: idOf(index + 1), title: `Письмо ${index + 1}` }),
);
const whole = instructionListOf(...all);

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listInstructions', ({ query }) => {
    const from = (Number(query.page ?? 1) - 1) * 20;
    const next = from + Number(query.limit ?? 20);
    const shown = query.status === 'sent' ? [] : whole.instructions.slice(from, next);
    return {
      ...whole,
      instructions: shown,
      next_cursor: next < all.length ? String(next) : null,
      total: query.status === 'sent' ? 0 : all.length,
    };
  });
});

it('shows a folder page by page, with the page in the address of an opened letter', async () => {
  await openPage('/mail');
  await expect.element(page.getByText('Письмо 20', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Письмо 21', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByRole('link', { name: /^Исходящие\s*25/ })).toBeVisible();
  await expectAccessible();
  await page.getByRole('link', { name: 'Дальше' }).click();
  const letter = page.getByRole('link', { name: /Письмо 21/ });
  await expect.element(letter).toBeVisible();
  expect(addressNow()).toBe('/mail?folder=outbox&page=2');
  await expect.element(letter).toHaveAttribute('href', expect.stringContaining('page=2'));
});

it('loads only the current folder', async () => {
  await openPage('/mail?folder=sent');
  await expect.element(page.getByText('Отправленных писем нет')).toBeVisible();
  expect(fakeServer.callsOf('listInstructions').map(({ query }) => query)).toContainEqual({
    status: 'sent',
  });
});

it('searches in the folder, and keeps the search text in the address when the folder changes', async () => {
  const [first] = whole.instructions;
  fakeServer.answer('searchInstructions', {
    instructions: first ? [first] : [],
    next_cursor: null,
    total: 1,
  });
  await openPage('/mail');
  await page.getByRole('searchbox', { name: 'Поиск в письмах' }).fill('сени');
  await expect.element(page.getByText('Найдено 1 письмо')).toBeVisible();
  expect(decodeURI(addressNow())).toBe('/mail?q=сени');
  expect(fakeServer.callsOf('searchInstructions').map(({ body }) => body)).toEqual([
    { status: 'outbox', query: 'сени' },
  ]);
  await page.getByRole('link', { name: /^Отправленные/ }).click();
  await expect.poll(() => decodeURI(addressNow())).toBe('/mail?folder=sent&q=сени');
});

it('redirects a page number beyond the end to the last page', async () => {
  await openPage('/mail?folder=outbox&page=9');
  await expect.element(page.getByRole('link', { name: /Письмо 21/ })).toBeVisible();
  expect(addressNow()).toBe('/mail?folder=outbox&page=2');
});

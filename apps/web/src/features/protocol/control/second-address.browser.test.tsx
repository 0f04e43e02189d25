import '../../../ui/theme/styles.css';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { addressNow, openPage, pressTwice } from '../../../../test/page.tsx';

const confirmButton = page.getByRole('button', { name: 'Подтвердить адрес' });
const heading = (name: string) => page.getByRole('heading', { level: 1, name });
const link = { owner_name: 'Анна Лаврова', email: 'anna2@example.org', is_confirmed: false };

beforeEach(() => {
  fakeServer.answer('describeSecondAddress', link);
  fakeServer.answer('confirmSecondAddress', {});
});

it('names the owner and confirms nothing when opened', async () => {
  await openPage('/second-address#token=abc');
  await expect.element(page.getByText(/Анна Лаврова хочет получать на anna2/)).toBeVisible();
  expect(addressNow()).toBe('/second-address');
  expect(fakeServer.callsOf('confirmSecondAddress')).toEqual([]);
});

it('confirms the address once for a double click', async () => {
  const answerNow = fakeServer.hold('confirmSecondAddress');
  await openPage('/second-address#token=abc');
  await pressTwice(confirmButton);
  answerNow();
  await expect.element(heading('Адрес подтверждён')).toBeVisible();
  expect(fakeServer.callsOf('confirmSecondAddress').map(({ body }) => body)).toEqual([
    { token: 'abc' },
  ]);
});

it('has no button when the address is already confirmed', async () => {
  fakeServer.answer('describeSecondAddress', { ...link, is_confirmed: true });
  await openPage('/second-address#token=abc');
  await expect.element(heading('Адрес подтверждён')).toBeVisible();
  await expect.element(confirmButton).not.toBeInTheDocument();
});

it('shows a failed confirmation', async () => {
  fakeServer.refuse('confirmSecondAddress', 409, 'second_address_taken');
  await openPage('/second-address#token=abc');
  await confirmButton.click();
  await expect.element(page.getByText('Не удалось подтвердить адрес')).toBeVisible();
});

it.each([
  ['link_expired', 410, 'Ссылка устарела'],
  ['link_invalid', 404, 'Ссылка не подходит'],
] as const)('explains %s', async (code, status, title) => {
  fakeServer.refuse('describeSecondAddress', status, code);
  await openPage('/second-address#token=abc');
  await expect.element(heading(title)).toBeVisible();
});

it('treats a URL without a token as an invalid link', async () => {
  await openPage('/second-address');
  await expect.element(heading('Ссылка не подходит')).toBeVisible();
});

it('has no accessibility violations', async () => {
  await openPage('/second-address#token=abc');
  await expect.element(confirmButton).toBeVisible();
  await expectAccessible();
});

import '../../../../ui/theme/styles.css';
import { beforeEach, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser, profileOf, rulesOf } from '../../../../../test/signed-in-person.ts';

const maria = { id: 'c1', name: 'Мария Климова', is_blocked: false };
const oleg = { id: 'c2', name: 'Олег Лавров', is_blocked: false };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const edit = button('Изменить: Экстренный PIN-код');

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('getProtocolRules', rulesOf({ contacts: [maria, oleg] }));
});

const savePin = async () => {
  fakeServer.answer('setPin', () => {
    fakeServer.answer('getProfile', profileOf({ has_pin: true }));
    return {};
  });
  await openPage('/settings?tab=protocol');
  await edit.click();
  await page.getByLabelText('Новый PIN-код').fill('730514');
  await button('Сохранить PIN-код').click();
  await expect.element(page.getByRole('region', { name: 'Ваш PIN-код' })).toHaveFocus();
};

it('is shown once when it is set, with a slip for each contact', async () => {
  await savePin();
  expect(fakeServer.callsOf('setPin')[0]?.body).toMatchObject({ pin: '730514' });
  expect(page.getByText('730514').elements()).toHaveLength(2);
  for (const { name } of [maria, oleg])
    await expect.element(page.getByRole('heading', { name: new RegExp(name) })).toBeVisible();
  await expectAccessible();
  await button('Код передан, закрыть').click();
  await expect.element(page.getByText('730514')).not.toBeInTheDocument();
  await expect.element(page.getByText('Задан', { exact: true })).toBeVisible();
  await edit.click();
  await expect.element(page.getByLabelText('Новый PIN-код')).toHaveValue('');
});

it('has a slip without a name if there is no contact, and one for each of two namesakes', async () => {
  fakeServer.answer('getProtocolRules', rulesOf({ contacts: [] }));
  await savePin();
  expect(page.getByText('730514').elements()).toHaveLength(1);
  await button('Код передан, закрыть').click();
  fakeServer.answer('getProtocolRules', rulesOf({ contacts: [maria, { ...maria, id: 'c3' }] }));
  await savePin();
  expect(page.getByText('730514').elements()).toHaveLength(2);
});

it('is printed on the slips alone', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await savePin();
  await button('Распечатать').click();
  expect(print).toHaveBeenCalledOnce();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    const isVisible = (element: Element) => getComputedStyle(element).visibility === 'visible';
    const slips = page.getByText('730514').elements();
    expect(slips.map(isVisible)).toEqual([true, true]);
    const others = [page.getByText(/^Если Мария Климова/), page.getByText('Распечатать')];
    expect(others.map((other) => isVisible(other.element()))).toEqual([false, false]);
  } finally {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  }
});

it('is removed after a confirmation', async () => {
  fakeServer.answer('getProfile', profileOf({ has_pin: true }));
  fakeServer.answer('removePin', () => {
    fakeServer.answer('getProfile', profileOf());
    return {};
  });
  await openPage('/settings?tab=protocol');
  await edit.click();
  await button('Удалить PIN-код').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Удалить PIN-код' }).click();
  await expect.element(page.getByText('PIN-код удалён')).toBeVisible();
  await expect.element(page.getByText('Не задан', { exact: true })).toBeVisible();
  expect(fakeServer.callsOf('removePin')).toHaveLength(1);
});

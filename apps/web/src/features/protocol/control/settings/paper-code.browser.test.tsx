import '../../../../ui/theme/styles.css';
import { beforeEach, expect, it, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser, rulesOf } from '../../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const edit = button('Изменить: Код остановки на бумаге');
const code = 'ABCDE-FGHJK-MNPQR-23456';
const createdAt = '2026-11-15T12:00:00.000Z';

let veto_code_created_at: string | null;

beforeEach(() => {
  answerSignedInUser(fakeServer);
  veto_code_created_at = null;
  fakeServer.answer('getProtocolRules', () => rulesOf({ veto_code_created_at }));
  fakeServer.answer('createPaperCode', () => {
    veto_code_created_at = createdAt;
    return { code };
  });
  fakeServer.answer('removePaperCode', () => {
    veto_code_created_at = null;
    return {};
  });
});

async function createCode() {
  await openPage('/settings?tab=protocol');
  await edit.click();
  await button('Создать код').click();
  await expect.element(page.getByText('ABCDE')).toBeVisible();
}

it('shows the paper code once, in groups, until it is closed', async () => {
  await createCode();
  for (const group of code.split('-')) await expect.element(page.getByText(group)).toBeVisible();
  await button('Код сохранён, закрыть').click();
  await expect.element(page.getByText('ABCDE')).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Создан 15 ноября 2026/)).toBeVisible();
});

it('prints only the card of the paper code with the page address', async () => {
  const print = vi.spyOn(window, 'print').mockImplementation(() => {});
  await createCode();
  await button('Распечатать').click();
  expect(print).toHaveBeenCalledOnce();
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    const isPrinted = (text: string | RegExp) =>
      getComputedStyle(page.getByText(text).first().element()).visibility === 'visible';
    expect(isPrinted('ABCDE')).toBe(true);
    expect(isPrinted(/нужно открыть эту страницу/)).toBe(true);
    expect(page.getByText(`${location.host}/stop`, { exact: true }).element()).toBeTruthy();
    expect(isPrinted('Защита протокола')).toBe(false);
    expect(isPrinted('Распечатать')).toBe(false);
    const paper = page.getByRole('heading', { name: 'Завет: код остановки' }).element();
    expect(paper.parentElement?.getBoundingClientRect()).toMatchObject({ top: 0, left: 0 });
    // A taller page would print an empty second sheet.
    expect(document.body.offsetHeight).toBeLessThan(innerHeight);
  } finally {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' });
  }
});

it('replaces the paper code only after a confirmation', async () => {
  veto_code_created_at = createdAt;
  await openPage('/settings?tab=protocol');
  await edit.click();
  await button('Создать новый код').click();
  await expect.element(page.getByText(/Прежний код перестанет действовать/)).toBeVisible();
  expect(fakeServer.callsOf('createPaperCode')).toEqual([]);
  await button('Создать новый').click();
  await expect.element(page.getByText('ABCDE')).toBeVisible();
});

it('removes the paper code after a confirmation', async () => {
  veto_code_created_at = createdAt;
  await openPage('/settings?tab=protocol');
  await edit.click();
  await button('Отменить код').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Отменить код' }).click();
  await expect.element(page.getByText('Не создан')).toBeVisible();
});

it('has no accessibility violations while the paper code is shown', async () => {
  await createCode();
  await expectAccessible();
});

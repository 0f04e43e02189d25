import type { InstructionList } from '@zavet/contract/vault/instruction-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { type Call, fakeServer } from '../../../../../test/fake-server.ts';
import { instructionListOf } from '../../../../../test/instruction-list-fixture.ts';
import { addressNow, openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../../../test/signed-in-person.ts';

const olga = contactFixture({ name: 'Ольга Ким' });
const idOf = (number: number) => `0190f3a2-7c1e-7b3d-9a55-${String(number).padStart(12, '0')}`;
const all = Array.from({ length: 45 }, (_, index) =>
  instructionOf({
    id: idOf(index + 1),
    title: `Распоряжение ${index + 1}`,
    priority: index % 3 === 0 ? 'high' : 'low',
    category: 'notary',
    trusted_contact_ids: index === 1 ? [] : [olga.id],
  }),
);
const fullList = instructionListOf(...all);

/** Answers with a page of twenty instructions. */
function pageOf({ query }: Pick<Call, 'query'>): InstructionList {
  const from = (Number(query.page ?? 1) - 1) * 20;
  const found = fullList.instructions.filter(
    ({ priority }) => query.priority === undefined || priority === query.priority,
  );
  const instructions = found.slice(from, from + 20);
  return { ...fullList, instructions, total: found.length };
}

const row = (title: string) => page.getByRole('heading', { name: title, exact: true });
const lists = () => fakeServer.callsOf('listInstructions');
const queries = () => lists().map(({ query: { counts: _, ...query } }) => query);

beforeEach(async () => {
  await page.viewport(1280, 720);
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [olga], limit: 3 });
  fakeServer.answer('listInstructions', pageOf);
});

describe('instruction list', () => {
  it('shows twenty instructions per page with their range and the total', async () => {
    await openPage('/instructions');
    await expect.element(row('Распоряжение 20')).toBeInTheDocument();
    await expect.element(row('Распоряжение 21')).not.toBeInTheDocument();
    await expect.element(page.getByText('1–20 из 45')).toBeInTheDocument();
    await expect.element(page.getByText('45 распоряжений')).toBeVisible();
    await expect.element(page.getByText('Важные')).toBeVisible();
    await expectAccessible();
  });

  it('on a phone shows the help link only once its position is known', async () => {
    await page.viewport(360, 740);
    fakeServer.answer('listInstructions', instructionListOf());
    const answerNow = fakeServer.hold('listInstructions');
    await openPage('/instructions');
    await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
    const help = page.getByRole('link', { name: 'Помочь написать' });
    await expect.element(help).not.toBeInTheDocument();
    answerNow();
    await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
    expect(help.elements()).toHaveLength(1);
    const bin = page.getByRole('link', { name: 'Корзина' });
    await expect.element(bin).toHaveAttribute('href', '/instructions?bin=1');
  });

  it('on a phone shows a floating button after scrolling, which covers nothing at the end of the page', async () => {
    await page.viewport(360, 740);
    await openPage('/instructions');
    const write = page.getByRole('link', { name: 'Новое распоряжение' });
    await expect.element(row('Распоряжение 20')).toBeInTheDocument();
    expect(write.elements()).toHaveLength(1);
    // The router may scroll to the top after the first attempt.
    const atTheEnd = () => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      return write.elements().length;
    };
    await expect.poll(atTheEnd).toBe(2);
    const floating = write.last().element().getBoundingClientRect();
    const covered = [...document.querySelectorAll('main a, main button')].filter((control) => {
      if (control === write.last().element()) return false;
      const box = control.getBoundingClientRect();
      const isBeside = box.right <= floating.left || box.left >= floating.right;
      return !isBeside && box.bottom > floating.top && box.top < floating.bottom;
    });
    expect(covered.map(({ textContent }) => textContent)).toEqual([]);
  });

  it('opens the next page with its number in the URL and moves the focus to the list', async () => {
    await openPage('/instructions');
    await page.getByRole('link', { name: 'Дальше' }).click();
    await expect.element(row('Распоряжение 21')).toBeVisible();
    expect(addressNow()).toBe('/instructions?page=2');
    const list = page.getByRole('list', { name: 'Список распоряжений' });
    await expect.poll(() => document.activeElement?.contains(list.element())).toBe(true);
    await page.getByRole('link', { name: 'Страница 1' }).click();
    await expect.element(row('Распоряжение 1')).toBeVisible();
    expect(addressNow()).toBe('/instructions');
  });

  it('loads only the page of the URL', async () => {
    await openPage('/instructions?page=3');
    await expect.element(row('Распоряжение 45')).toBeVisible();
    expect(queries()).toEqual([{ sort: 'newest', page: '3' }]);
  });

  it('opens any of many pages directly', async () => {
    fakeServer.answer('listInstructions', (call) => ({
      ...pageOf(call),
      instructions: [instructionOf({ title: `Со страницы ${call.query.page ?? '1'}` })],
      total: 1000,
    }));
    await openPage('/instructions');
    await page.getByRole('combobox', { name: 'Перейти на страницу' }).click();
    await page.getByRole('option', { name: 'Страница 37' }).click();
    await expect.element(row('Со страницы 37')).toBeVisible();
    expect(addressNow()).toBe('/instructions?page=37');
  });

  it('shows search and filters only from ten instructions on, or while they are in use', async () => {
    fakeServer.answer('listInstructions', instructionListOf(...all.slice(0, 9)));
    await openPage('/instructions');
    await expect.element(row('Распоряжение 9')).toBeVisible();
    await expect.element(page.getByRole('searchbox')).not.toBeInTheDocument();
    await expect.element(page.getByRole('combobox')).not.toBeInTheDocument();
    await openPage('/instructions?priority=high');
    await expect.element(page.getByRole('combobox', { name: 'Важность' })).toBeVisible();
    fakeServer.answer('listInstructions', instructionListOf(...all.slice(0, 10)));
    await openPage('/instructions');
    await expect.element(page.getByRole('searchbox', { name: 'Найти' })).toBeVisible();
  });

  it('redirects from a page after the last one to the last one', async () => {
    await openPage('/instructions?page=9');
    await expect.element(row('Распоряжение 45')).toBeVisible();
    await expect.poll(addressNow).toBe('/instructions?page=3');
  });

  it('filters the list, keeps the filter in the URL and shows the number of results', async () => {
    await openPage('/instructions?page=2');
    await page.getByRole('combobox', { name: 'Важность' }).click();
    await page.getByRole('option', { name: 'важно', exact: true }).click();
    await expect.element(page.getByText('Найдено 15 распоряжений')).toBeVisible();
    expect(addressNow()).toBe('/instructions?priority=high');
    await page.getByRole('button', { name: 'Показать все' }).click();
    await expect.element(page.getByText('1–20 из 45')).toBeInTheDocument();
    expect(addressNow()).toBe('/instructions');
  });

  it('sends every filter of the URL to the server', async () => {
    await openPage(
      `/instructions?to=${olga.id}&priority=high&state=ready&category=notary&sort=oldest`,
    );
    await expect.element(page.getByText('Найдено 15 распоряжений')).toBeVisible();
    expect(queries()).toEqual([
      { contact: olga.id, priority: 'high', state: 'ready', category: 'notary', sort: 'oldest' },
    ]);
    await expect.element(page.getByRole('link', { name: 'Что получит Ольга Ким' })).toBeVisible();
  });

  it('searches after a pause in typing and clears the search immediately', async () => {
    fakeServer.answer('searchInstructions', { ...pageOf({ query: {} }), total: 21 });
    await openPage('/instructions');
    const field = page.getByRole('searchbox', { name: 'Найти' });
    await field.fill('ключи');
    await expect.element(page.getByText('Найдено 21 распоряжение')).toBeVisible();
    expect(fakeServer.callsOf('searchInstructions').map(({ body }) => body)).toEqual([
      { query: 'ключи', sort: 'newest' },
    ]);
    expect(decodeURI(addressNow())).toBe('/instructions?q=ключи');
    await field.fill('');
    await expect.element(page.getByText('Найдено 21 распоряжение')).not.toBeInTheDocument();
    expect(addressNow()).toBe('/instructions');
  });

  it('reports an empty search result', async () => {
    const none = { instructions: [], next_cursor: null, total: 0 };
    fakeServer.answer('searchInstructions', none);
    await openPage('/instructions?q=ключи');
    await expect.element(page.getByRole('heading', { name: 'Ничего не нашлось' })).toBeVisible();
    await expect.element(page.getByRole('searchbox', { name: 'Найти' })).toHaveValue('ключи');
  });

  it('hides empty categories behind a button', async () => {
    await openPage('/instructions');
    await expect.element(page.getByRole('link', { name: /^Нотариус/ })).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Юрист/ })).not.toBeInTheDocument();
    await page.getByRole('button', { name: /пустые категории/ }).click();
    await expect.element(page.getByRole('link', { name: /^Юрист/ })).toHaveFocus();
  });

  it('on a phone hides the filters behind a button that shows the number of active ones', async () => {
    await page.viewport(360, 740);
    await openPage('/instructions');
    await expect.element(page.getByRole('combobox', { name: 'Кому' })).not.toBeInTheDocument();
    await page.getByRole('button', { name: 'Фильтры' }).click();
    await page.getByRole('combobox', { name: 'Кому' }).click();
    await page.getByRole('option', { name: 'Ольга Ким' }).click();
    await expect.element(page.getByRole('button', { name: 'Фильтры, выбрано: 1' })).toBeVisible();
    expect(addressNow()).toBe(`/instructions?to=${olga.id}`);
  });

  it.each([
    [360, 740],
    [1280, 720],
  ])('shows the first instruction without scrolling at %i × %i', async (width, height) => {
    await page.viewport(width, height);
    await openPage('/instructions');
    await expect.element(row('Распоряжение 1')).toBeVisible();
    const box = row('Распоряжение 1').element().closest('li')?.getBoundingClientRect();
    expect(box?.bottom).toBeLessThan(height - (width < 640 ? 72 : 0));
  });
});

describe('instruction row', () => {
  beforeEach(() => fakeServer.answer('listInstructions', instructionListOf(...all.slice(0, 2))));

  it('links to the contacts of the form if none is chosen', async () => {
    await openPage('/instructions?sort=oldest');
    const way = page.getByRole('link', { name: 'Выбрать, кому: Распоряжение 2' });
    await expect.element(way).toHaveAttribute('href', expect.stringContaining('at=contacts'));
    await expect.element(way).toHaveAttribute('href', expect.stringContaining('sort=oldest'));
  });

  it('opens the instruction, which links back to the same list', async () => {
    fakeServer.answer('getInstruction', all[0] ?? instructionOf());
    await openPage('/instructions?sort=oldest');
    await page.getByRole('link', { name: 'Распоряжение 1', exact: true }).click();
    await expect.element(page.getByRole('article', { name: 'Распоряжение 1' })).toBeVisible();
    await page.getByRole('link', { name: 'К распоряжениям' }).click();
    await expect.element(row('Распоряжение 2')).toBeVisible();
    expect(addressNow()).toBe('/instructions?sort=oldest');
  });

  it('offers to confirm an instruction that was not reviewed for a long time', async () => {
    const old = instructionOf({ reviewed_at: '2020-01-01T10:00:00.000Z' });
    fakeServer.answer('listInstructions', instructionListOf(old));
    fakeServer.answer('reviewInstruction', { reviewed_at: new Date().toISOString() });
    await openPage('/instructions');
    await expect.element(page.getByText(/^Не пересматривали/)).toBeVisible();
    await page.getByRole('button', { name: `Ещё: ${old.title}` }).click();
    fakeServer.answer('listInstructions', instructionListOf(instructionOf()));
    await page.getByRole('menuitem', { name: 'Всё верно' }).click();
    await expect.element(page.getByText(/^Не пересматривали/)).not.toBeInTheDocument();
    expect(fakeServer.callsOf('reviewInstruction')).toHaveLength(1);
  });

  it('offers no actions for a damaged instruction', async () => {
    fakeServer.answer(
      'listInstructions',
      instructionListOf(instructionOf({ is_unreadable: true })),
    );
    await openPage('/instructions');
    await expect.element(row('Это распоряжение не открывается')).toBeVisible();
    await expect.element(page.getByRole('button', { name: /^Ещё:/ })).not.toBeInTheDocument();
  });

  it('offers reading but not deleting of a sent instruction', async () => {
    const sent = instructionOf({ status: 'sent' });
    fakeServer.answer('listInstructions', instructionListOf(sent));
    await openPage('/instructions');
    await expect.element(page.getByText('Отправлено')).toBeVisible();
    await page.getByRole('button', { name: `Ещё: ${sent.title}` }).click();
    await expect.element(page.getByRole('menuitem', { name: 'Прочитать' })).toBeVisible();
    await expect.element(page.getByRole('menuitem', { name: 'Удалить' })).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
  });

  it('reports missing files', async () => {
    const expected = {
      id: 'expected-1',
      file_name: 'Ключи.txt',
      size_bytes: 100,
      expected_since: '2026-11-01T10:00:00.000Z',
      is_arriving: false,
    };
    const instruction = instructionOf({ expected_files: [expected] });
    fakeServer.answer('listInstructions', instructionListOf(instruction));
    await openPage('/instructions');
    await expect.element(page.getByText('0 из 1 файла, 1 не загружен')).toBeVisible();
  });

  it('disappears when deleted and updates the page range', async () => {
    fakeServer.answer('listInstructions', pageOf);
    await openPage('/instructions?page=3');
    await page.getByRole('button', { name: 'Ещё: Распоряжение 45' }).click();
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    fakeServer.answer('deleteInstruction', {});
    fakeServer.hold('listInstructions');
    await page.getByRole('dialog').getByRole('button', { name: 'Удалить', exact: true }).click();
    await expect.element(row('Распоряжение 45')).not.toBeInTheDocument();
    await expect.element(page.getByText('41–44 из 44')).toBeVisible();
  });
});

import type { FormerText } from '@zavet/contract/vault/bin-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { instructionListOf } from '../../../../../test/instruction-list-fixture.ts';
import { addressNow, openPage, press } from '../../../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../../../test/signed-in-person.ts';

const olga = contactFixture({ name: 'Ольга Ким', is_confirmed: true, status: 'confirmed' });
const keys = instructionOf({
  content: 'Первая строка.\n\nВторая строка.',
  recipient_name: 'Нотариус',
  recipient_email: 'notary@example.org',
  version: 3,
});
const letter = () => page.getByRole('article', { name: keys.title });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const openInstruction = () => openPage(`/instructions?read=${keys.id}&sort=oldest`);

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [olga], limit: 3 });
  fakeServer.answer('listInstructions', instructionListOf(keys));
  fakeServer.answer('getInstruction', keys);
});

describe('instruction', () => {
  it('is shown as its recipients will read it, with title and full text', async () => {
    await openInstruction();
    await expect.element(letter().getByRole('heading', { level: 1 })).toHaveTextContent(keys.title);
    await expect.element(letter().getByText(/Вторая строка/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Ольга Ким' })).toBeVisible();
    await expect.element(page.getByText('Нотариус, notary@example.org')).toBeVisible();
    await expectAccessible();
  });

  it('links to its form, which returns to the same list', async () => {
    await openInstruction();
    await page.getByRole('link', { name: 'Изменить' }).click();
    await expect.element(page.getByLabelText('Название')).toHaveValue(keys.title);
    await page.getByRole('link', { name: 'Отмена' }).click();
    await expect.element(page.getByRole('heading', { name: 'Распоряжения' })).toBeVisible();
    expect(addressNow()).toBe('/instructions?sort=oldest');
  });

  it('is moved to the bin after a confirmation, and the list opens', async () => {
    await openInstruction();
    await press(button('Удалить'));
    const dialog = page.getByRole('dialog', { name: 'Удалить распоряжение?' });
    await expect.element(dialog.getByText(/30 дней можно вернуть из корзины/)).toBeVisible();
    fakeServer.answer('deleteInstruction', {});
    fakeServer.answer('listInstructions', instructionListOf());
    await dialog.getByRole('button', { name: 'Удалить' }).click();
    await expect.poll(addressNow).toBe('/instructions?sort=oldest');
  });

  it('can be neither edited nor deleted once it was sent', async () => {
    fakeServer.answer('getInstruction', { ...keys, status: 'sent' });
    await openInstruction();
    await expect.element(letter()).toBeVisible();
    await expect.element(page.getByText(/^Отправлено получателям/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'Изменить' })).not.toBeInTheDocument();
    await expect.element(button('Удалить')).not.toBeInTheDocument();
  });

  it('asks for a review after half a year, until it is reviewed', async () => {
    fakeServer.answer('getInstruction', { ...keys, reviewed_at: '2020-01-01T10:00:00.000Z' });
    fakeServer.answer('reviewInstruction', { reviewed_at: new Date().toISOString() });
    await openInstruction();
    await press(button('Всё верно'));
    await expect.element(button('Всё верно')).not.toBeInTheDocument();
  });

  it('reports that it was deleted meanwhile', async () => {
    fakeServer.refuse('getInstruction', 404, 'not_found');
    await openInstruction();
    await expect.element(page.getByText('Этого распоряжения больше нет')).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'К распоряжениям' })).toBeVisible();
  });

  it('lists missing files, which can be cancelled', async () => {
    const expected = {
      id: 'expected-1',
      file_name: 'Ключи.txt',
      size_bytes: 100,
      expected_since: '2026-11-01T10:00:00.000Z',
      is_arriving: false,
    };
    fakeServer.answer('getInstruction', { ...keys, expected_files: [expected] });
    await openInstruction();
    await expect.element(button('Выбрать ещё раз: Ключи.txt')).toBeVisible();
    fakeServer.answer('cancelExpectedFile', {});
    await press(button('Отказаться от файла: Ключи.txt'));
    await expect.element(letter().getByRole('heading', { level: 1 })).toHaveFocus();
    expect(fakeServer.callsOf('cancelExpectedFile')[0]?.params).toEqual({ id: expected.id });
  });
});

describe('former texts', () => {
  const former: FormerText = {
    id: '0190f3a2-7c1e-7b3d-9a55-000000000001',
    title: 'Ключи от старой дачи',
    preview: 'Под крыльцом',
    saved_at: '2026-10-01T10:00:00.000Z',
    is_unreadable: false,
  };

  beforeEach(() => {
    fakeServer.answer('listFormerTexts', { former_texts: [former] });
    fakeServer.answer('getFormerText', { ...former, content: 'Под крыльцом, слева.' });
  });

  async function openFormerText() {
    await openInstruction();
    await press(button('Прежние версии'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: new RegExp(former.title) })
      .click();
    await expect.element(page.getByText('Под крыльцом, слева.')).toBeVisible();
    return page.getByRole('dialog', { name: former.title });
  }

  it('can be read and restored, which shows the restored text', async () => {
    const dialog = await openFormerText();
    await expectAccessible();
    const restored = { ...keys, title: former.title, content: 'Под крыльцом, слева.', version: 4 };
    fakeServer.answer('restoreFormerText', () => {
      fakeServer.answer('getInstruction', restored);
      return restored;
    });
    await dialog.getByRole('button', { name: 'Вернуть эту версию' }).click();
    const shown = page.getByRole('article', { name: former.title });
    await expect.element(shown.getByText('Под крыльцом, слева.')).toBeVisible();
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    const [call] = fakeServer.callsOf('restoreFormerText');
    expect(call?.params).toEqual({ id: keys.id, text_id: former.id });
    expect(call?.body).toEqual({ version: 3 });
  });

  it('stay open with the reason if the instruction has changed meanwhile', async () => {
    const dialog = await openFormerText();
    fakeServer.refuse('restoreFormerText', 409, 'version_conflict');
    await dialog.getByRole('button', { name: 'Вернуть эту версию' }).click();
    await expect.element(page.getByText(/изменили в другой вкладке/)).toBeVisible();
    await expect.element(dialog).toBeVisible();
  });

  it('lead back to the list of versions; closing it focuses the button', async () => {
    const dialog = await openFormerText();
    await dialog.getByRole('button', { name: 'Все версии' }).click();
    await page
      .getByRole('dialog', { name: 'Прежние версии' })
      .getByRole('button', { name: 'Закрыть' })
      .click();
    await expect.element(button('Прежние версии')).toHaveFocus();
  });

  it('are not offered for an instruction that was never changed', async () => {
    fakeServer.answer('getInstruction', { ...keys, version: 1 });
    await openInstruction();
    await expect.element(letter()).toBeVisible();
    await expect.element(button('Прежние версии')).not.toBeInTheDocument();
  });
});

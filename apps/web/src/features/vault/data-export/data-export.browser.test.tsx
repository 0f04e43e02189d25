import type { ExportView, ImportView } from '@zavet/contract/vault/data-export-endpoints';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { fakeServer, Refusal } from '../../../../test/fake-server.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (words: string | RegExp) => page.getByText(words);

const exportOf = (facts: Partial<ExportView>): ExportView => ({
  id: '11111111-1111-4111-8111-111111111111',
  state: 'making',
  created_at: '2026-11-17T10:00:00.000Z',
  ...{ files_done: 3, files_total: 12, bytes_done: 25, bytes_total: 100 },
  size_bytes: null,
  expires_at: null,
  ...facts,
});

const importOf = (facts: Partial<ImportView>): ImportView => ({
  id: '22222222-2222-4222-8222-222222222222',
  state: 'done',
  created_at: '2026-11-17T10:00:00.000Z',
  size_bytes: 5,
  ...{ files_done: 0, files_total: 0 },
  failure: null,
  outcome: null,
  ...facts,
});

let data: { export: ExportView | null; import: ImportView | null; is_empty: boolean };
beforeEach(() => {
  answerSignedInUser(fakeServer);
  data = { export: null, import: null, is_empty: true };
  fakeServer.answer('getDataExports', () => data);
});

describe('export card', () => {
  it('asks for the password, shows the progress and downloads the finished archive', async () => {
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    let isProven = false;
    fakeServer.answer('startExport', () => {
      if (!isProven) throw new Refusal(403, 'proof_required');
      data.export = exportOf({});
      return data.export;
    });
    fakeServer.answer('proveSession', () => {
      isProven = true;
      return {};
    });
    fakeServer.answer('allowDownload', () => ({}));
    await openPage('/settings?tab=privacy');
    await button('Собрать архив').click();
    await page.getByLabelText('Пароль').fill('Correct-horse-1');
    await userEvent.keyboard('{Enter}');
    await expect.element(text('Собираем архив: файлов 3 из 12.')).toBeVisible();
    const bar = page.getByRole('progressbar', { name: 'Готовность архива' });
    await expect.element(bar).toHaveAttribute('aria-valuenow', '25');

    const size_bytes = 11 * 1024 * 1024;
    data.export = exportOf({ state: 'ready', size_bytes, expires_at: '2026-11-18T10:00:00.000Z' });
    await expect.element(text(/Архив готов: 11\sМБ/)).toBeVisible();
    await button('Скачать').click();
    await expect
      .poll(() => clicked.mock.contexts.map((link) => (link as HTMLAnchorElement).pathname))
      .toEqual([`/api/data/exports/${data.export.id}/content`]);
    clicked.mockRestore();
  });

  it('reports a failed export, which can be restarted and cancelled', async () => {
    data.export = exportOf({ state: 'failed' });
    fakeServer.answer('startExport', () => {
      data.export = exportOf({ state: 'waiting' });
      return data.export;
    });
    fakeServer.answer('removeExport', () => {
      data.export = null;
      return {};
    });
    await openPage('/settings?tab=privacy');
    await expect.element(text(/Архив собрать не удалось/)).toBeVisible();
    await button('Собрать новый').click();
    await expect.element(text('Архив скоро начнём собирать.')).toBeVisible();
    await button('Не собирать').click();
    await expect.element(button('Собрать архив')).toBeVisible();
  });
});

describe('import card', () => {
  it('explains that an import requires an empty account', async () => {
    data.is_empty = false;
    await openPage('/settings?tab=privacy');
    await button('Подробнее: Перенести данные сюда').click();
    await expect.element(text(/возможно только в пустом аккаунте/)).toBeVisible();
    expect(button('Выбрать архив').query()).toBeNull();
  });

  it('gives the reason with figures for a rejected archive and offers another upload', async () => {
    data.import = importOf({
      state: 'failed',
      failure: { code: 'archive_contacts_exceeded', facts: { found: 5, limit: 3 } },
    });
    await openPage('/settings?tab=privacy');
    await expect.element(text(/доверенных лиц: 5, допускается 3/)).toBeVisible();
    await expect.element(button('Выбрать другой')).toBeVisible();
  });

  it('shows the result, the skipped items and that contacts were not invited', async () => {
    const left_out = [
      { kind: 'file' as const, name: 'ложь.pdf', reason: 'content_mismatch' as const },
      { kind: 'protocol_rules' as const, name: '', reason: 'weaker' as const },
    ];
    const figures = { contacts: 2, instructions: 7, files: 31, has_rules: true };
    data.import = importOf({ outcome: { ...figures, left_out } });
    data.is_empty = false;
    fakeServer.answer('dismissImport', () => {
      data.import = null;
      return {};
    });
    await openPage('/settings?tab=privacy');
    await expect.element(text('Распоряжений: 7, файлов: 31, доверенных лиц: 2.')).toBeVisible();
    await expect
      .element(text('Файл «ложь.pdf»: содержимое не соответствует названию'))
      .toBeVisible();
    await expect.element(text('Правила запуска: здесь уже действуют более строгие')).toBeVisible();
    await expect.element(text(/ещё не приглашены/)).toBeVisible();
    await button('Понятно').click();
    await expect.element(text(/возможно только в пустом аккаунте/)).toBeVisible();
  });
});

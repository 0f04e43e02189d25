import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import { instructionListOf } from '../../../../../test/instruction-list-fixture.ts';
import { addressNow, openPage, pressTwice } from '../../../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../../../test/signed-in-person.ts';

const keys = instructionOf();
const file = new File(['Висят в сенях'], 'Ключи.txt', { type: 'text/plain' });
const attachedFile = {
  id: 'file-1',
  instruction_id: keys.id,
  file_name: file.name,
  file_size_mb: 0.01,
  size_bytes: file.size,
  mime_type: 'text/plain',
  created_at: '2026-11-01T10:00:00.000Z',
};
const button = (name: string) => page.getByRole('button', { name, exact: true });
const panel = page.getByRole('heading', { name: 'Загрузка файлов' });

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [contactFixture()], limit: 3 });
  fakeServer.answer('listInstructions', instructionListOf(keys));
  fakeServer.answer('getInstruction', keys);
  fakeServer.answer('checkStorageLimit', true);
  fakeServer.answer('updateInstruction', { ...keys, version: 2 });
  fakeServer.answer('announceFiles', { expected_files: [] });
  fakeServer.answer('attachFile', attachedFile);
});

/** Attaches the file in the form and saves, which starts the upload. */
async function saveWithFile() {
  await openPage(`/instructions?edit=${keys.id}`);
  await expect.element(page.getByLabelText('Название')).toHaveValue(keys.title);
  const picker = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(page.elementLocator(picker as HTMLInputElement), file);
  await expect.element(page.getByText(/^Выбран 1 файл/)).toBeVisible();
  await button('Сохранить').click();
}

describe('upload panel', () => {
  it('shows a running upload and disappears when it is done', async () => {
    const answerNow = fakeServer.hold('attachFile');
    await saveWithFile();
    await expect.element(panel).toBeVisible();
    await expect
      .element(page.getByRole('progressbar', { name: 'Загрузка: Ключи.txt' }))
      .toBeVisible();
    answerNow();
    await expect.element(page.getByText('1 файл загружен')).toBeVisible();
    await expect.element(panel).not.toBeInTheDocument();
    expect(fakeServer.callsOf('attachFile')).toHaveLength(1);
    expect(fakeServer.callsOf('attachFile')[0]?.params).toEqual({ id: keys.id });
  });

  it('keeps a failed upload, which can be retried', async () => {
    fakeServer.refuse('attachFile', 500, 'internal_error');
    await saveWithFile();
    await expect
      .element(page.getByRole('heading', { name: 'Файлы, которые не загрузились' }))
      .toBeVisible();
    fakeServer.answer('attachFile', attachedFile);
    await button('Повторить: Ключи.txt').click();
    await expect.element(page.getByText('1 файл загружен')).toBeVisible();
    expect(fakeServer.callsOf('attachFile')).toHaveLength(2);
  });

  it('does not offer a retry for a permanent error', async () => {
    fakeServer.refuse('attachFile', 422, 'file_content_mismatch');
    await saveWithFile();
    await expect.element(button('Убрать из списка: Ключи.txt')).toBeVisible();
    await expect.element(page.getByText(/Содержимое файла не соответствует/).first()).toBeVisible();
    await expect.element(button('Повторить: Ключи.txt')).not.toBeInTheDocument();
    await button('Убрать из списка: Ключи.txt').click();
    await expect.element(button('Убрать из списка: Ключи.txt')).not.toBeInTheDocument();
  });

  it('cancels an upload, which can be retried', async () => {
    fakeServer.hold('attachFile');
    await saveWithFile();
    await button('Отменить загрузку: Ключи.txt').click();
    await expect.element(page.getByText('Загрузка отменена')).toBeVisible();
    fakeServer.answer('attachFile', attachedFile);
    await button('Повторить: Ключи.txt').click();
    await expect.element(page.getByText('1 файл загружен')).toBeVisible();
  });

  it('asks before leaving the screen during an upload', async () => {
    const answerNow = fakeServer.hold('attachFile');
    await saveWithFile();
    await expect.element(panel).toBeVisible();
    await page.getByRole('link', { name: 'Настройки' }).click();
    const dialog = page.getByRole('dialog', { name: 'Прервать загрузку файлов?' });
    await dialog.getByRole('button', { name: 'Остаться' }).click();
    expect(addressNow()).toMatch(/^\/instructions/);
    answerNow();
    await expect.element(page.getByText('1 файл загружен')).toBeVisible();
  });
});

describe('saving when the password is required again', () => {
  let isProven = false;
  const onceProven =
    <Answer,>(answer: Answer) =>
    () => {
      if (!isProven) throw new Refusal(403, 'proof_required');
      return answer;
    };
  const question = page.getByRole('dialog', { name: 'Введите пароль' });

  beforeEach(() => {
    isProven = false;
    fakeServer.answer('updateInstruction', onceProven({ ...keys, version: 2 }));
    fakeServer.answer('announceFiles', onceProven({ expected_files: [] }));
    fakeServer.answer('attachFile', onceProven(attachedFile));
    fakeServer.answer('proveSession', () => {
      isProven = true;
      return {};
    });
  });

  it('asks for the password once, then saves text and files', async () => {
    await saveWithFile();
    await question.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => fakeServer.callsOf('attachFile')).toHaveLength(1);
    expect(fakeServer.callsOf('proveSession')).toHaveLength(1);
  });

  it('keeps the input and explains the failure if the password dialog is cancelled', async () => {
    await openPage(`/instructions?edit=${keys.id}`);
    await page.getByLabelText('Название').fill('Ключи от лодки');
    await button('Сохранить').click();
    await question.getByRole('button', { name: 'Отмена' }).click();
    await expect.element(page.getByText(/Подтвердите, что это вы/).first()).toBeVisible();
    await expect.element(page.getByLabelText('Название')).toHaveValue('Ключи от лодки');
    await button('Сохранить').click();
    await question.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => fakeServer.callsOf('updateInstruction')).toHaveLength(3);
    expect(fakeServer.callsOf('updateInstruction').at(-1)?.body).toMatchObject({
      title: 'Ключи от лодки',
    });
  });

  it('asks for the password if an upload is rejected', async () => {
    fakeServer.answer('updateInstruction', { ...keys, version: 2 });
    fakeServer.answer('announceFiles', { expected_files: [] });
    await saveWithFile();
    await question.getByLabelText('Пароль', { exact: true }).fill('Cormorant7');
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => fakeServer.callsOf('attachFile')).toHaveLength(2);
    await expect.element(panel).not.toBeInTheDocument();
  });
});

describe('deletion of an instruction', () => {
  it('sends one request for a double click and refetches the storage usage', async () => {
    fakeServer.answer('deleteInstruction', {});
    const answerNow = fakeServer.hold('deleteInstruction');
    await openPage('/instructions');
    await button('Ещё: Ключи от дачи').click();
    await page.getByRole('menuitem', { name: 'Удалить' }).click();
    const dialog = page.getByRole('dialog', { name: 'Удалить распоряжение?' });
    const confirm = dialog.getByRole('button', { name: 'Удалить', exact: true });
    fakeServer.answer('listInstructions', instructionListOf());
    const storageCalls = fakeServer.callsOf('getStorage').length;
    await pressTwice(confirm);
    answerNow();
    await expect.element(page.getByRole('heading', { name: keys.title })).not.toBeInTheDocument();
    expect(fakeServer.callsOf('deleteInstruction')).toHaveLength(1);
    await expect.poll(() => fakeServer.callsOf('getStorage').length).toBeGreaterThan(storageCalls);
  });
});

import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import { instructionListOf } from '../../../../../test/instruction-list-fixture.ts';
import { openPage, press } from '../../../../../test/page.tsx';
import { answerSignedInUser, instructionOf } from '../../../../../test/signed-in-person.ts';

const mb = 1024 * 1024;
const keys = instructionOf();
const textFile = (name: string, bytes = 20) =>
  new File([new Uint8Array(bytes)], name, { type: 'text/plain' });
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [contactFixture()], limit: 3 });
  fakeServer.answer('listInstructions', instructionListOf(keys));
  fakeServer.answer('getInstruction', keys);
  fakeServer.answer('checkStorageLimit', true);
});

async function openForm(): Promise<void> {
  await openPage(`/instructions?edit=${keys.id}`);
  await expect.element(page.getByLabelText('Название')).toHaveValue(keys.title);
}

async function chooseFiles(...files: File[]): Promise<void> {
  const picker = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(page.elementLocator(picker as HTMLInputElement), files);
}

it('lists files that cannot be attached with their reasons before any upload', async () => {
  await openForm();
  await chooseFiles(
    textFile('вирус.exe'),
    textFile('большой.txt', 10 * mb + 1),
    textFile('пустой.txt', 0),
    textFile('письмо.txt'),
    textFile('письмо.txt'),
  );
  await expect.element(page.getByText(/вирус\.exe/).first()).toBeVisible();
  await expect.element(page.getByText(/этот тип файла не поддерживается/)).toBeVisible();
  await expect.element(page.getByText(/Максимальный размер: 10\sМБ/)).toBeVisible();
  await expect.element(page.getByText(/файл пустой/)).toBeVisible();
  await expect.element(page.getByText(/такой файл уже прикреплён/)).toBeVisible();
  await expect.element(page.getByText(/^Выбран 1 файл/)).toBeVisible();
  expect(fakeServer.callsOf('attachFile')).toEqual([]);
});

it('lists files that do not fit with the remaining space', async () => {
  fakeServer.answer('getStorage', {
    plan: 'free',
    used_mb: 20,
    limit_mb: 30,
    remaining_mb: 10,
    percent_used: 67,
  });
  fakeServer.answer('checkStorageLimit', false);
  await openForm();
  await chooseFiles(textFile('1.txt', 6 * mb), textFile('2.txt', 6 * mb));
  await expect.element(page.getByText(/^Выбран 1 файл/)).toBeVisible();
  const shortage = page.getByRole('alert').filter({ hasText: '1 файл не поместился' });
  await expect.element(shortage.getByText(/2\.txt:/)).toBeVisible();
  await expect
    .element(shortage.getByText(/Недостаточно места\. Нужно 6\sМБ, свободно 4\sМБ из 30\sМБ/))
    .toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Увеличить хранилище' }).first())
    .toBeVisible();
});

it('accepts files dropped onto the form', async () => {
  await openForm();
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(textFile('брошенный.txt'));
  const dropZone = page.getByText(/или перетащите их сюда/).element();
  dropZone.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  await expect.element(page.getByText('брошенный.txt')).toBeVisible();
});

it('shows a newer version from another tab beside the entered text, which can be saved as a new instruction', async () => {
  const newer = instructionOf({ content: 'Из другой вкладки', version: 2 });
  fakeServer.answer('updateInstruction', () => {
    fakeServer.answer('getInstruction', newer);
    throw new Refusal(409, 'version_conflict');
  });
  fakeServer.answer('createInstruction', instructionOf({ content: 'Мой текст' }));
  await openForm();
  await page.getByLabelText('Текст', { exact: true }).fill('Мой текст');
  await press(button('Сохранить'));
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Из другой вкладки')).toBeVisible();
  await expect.element(dialog.getByText('Мой текст')).toBeVisible();
  await dialog.getByRole('button', { name: 'Сохранить как новое' }).click();
  await expect.poll(() => fakeServer.callsOf('createInstruction').length).toBe(1);
  expect(fakeServer.callsOf('createInstruction')[0]?.body).toMatchObject({ content: 'Мой текст' });
  expect(fakeServer.callsOf('updateInstruction')).toHaveLength(1);
});

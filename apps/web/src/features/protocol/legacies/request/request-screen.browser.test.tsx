import type { LegacyView } from '@zavet/contract/protocol/legacy-schemas';
import type { RequestDocument } from '@zavet/contract/protocol/request-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import { inHours, showLegacy } from '../../../../../test/legacies-screen.ts';
import { activationFixture, legacyFixture } from '../../../../../test/legacy-fixture.ts';
import { addressNow, openPage, pressTwice } from '../../../../../test/page.tsx';
import { documentFixture, requestFixture } from '../../../../../test/request-fixture.ts';
import { answerSignedInUser } from '../../../../../test/signed-in-person.ts';

const neededRequest = { reason: 'review', is_needed: true, not_before: null } as const;
const unfiled = legacyFixture({
  request: neededRequest,
  answer_by: '2026-11-18T10:00:00.000Z',
  waiting_hours: 24,
  needs_agreement: true,
});
const filed = legacyFixture({ activation: activationFixture({ status: 'requested' }) });
const explanation = page.getByLabelText('Что случилось');
const send = page.getByRole('button', { name: 'Отправить запрос' });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const dialog = page.getByRole('dialog');
const createFile = (name: string, text = name) => new File([text], name);
/** A PNG of one pixel. */
const pixelPng = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  (char) => char.charCodeAt(0),
);

let documents: RequestDocument[];

beforeEach(() => {
  answerSignedInUser(fakeServer);
  documents = [];
  fakeServer.answer('fileRequest', () => {
    showLegacy(filed);
    return { request: requestFixture({ documents: [] }) };
  });
  fakeServer.answer('getRequest', () => ({ request: requestFixture({ documents }) }));
  fakeServer.answer('addRequestDocument', ({ body }) => {
    const { name, size } = body as File;
    const document = documentFixture({ id: `d-${name}`, file_name: name, size_bytes: size });
    documents = [...documents, document];
    return { document };
  });
});

async function openRequest(legacy: LegacyView) {
  showLegacy(legacy);
  await openPage(`/trusted-legacies/request?legacy=${legacy.trusted_contact_id}`);
}

async function choose(...files: File[]) {
  await expect.element(button('Выбрать файлы')).toBeVisible();
  const input = document.querySelector<HTMLInputElement>('input[type=file]');
  await userEvent.upload(page.elementLocator(input as HTMLInputElement), files);
}

describe('the form of a request', () => {
  it('shows all further steps and sends text and documents once', async () => {
    await openRequest(unfiled);
    await expect.element(page.getByText(/может нажать «Я здесь, остановить»/)).toBeVisible();
    await expect.element(page.getByText(/Ответ придёт 18 ноября.* или раньше/)).toBeVisible();
    await expect.element(page.getByText(/нужно согласие ещё одного/)).toBeVisible();
    await expect.element(page.getByText(/письма ждут 24 часа/)).toBeVisible();
    await expect.element(page.getByText(/удаляются через 30 дней/)).toBeVisible();
    await expectAccessible();
    await explanation.fill('Сергей умер.');
    await choose(createFile('Справка.pdf'), createFile('Фото.jpg'));
    await expect.element(button('Удалить файл: Фото.jpg')).toBeVisible();
    await pressTwice(send);
    await expect.element(page.getByText(/^Запрос отправлен 15 нояб/)).toBeVisible();
    await expect.element(page.getByText('2 документа загружены')).toBeVisible();
    await expect.element(button('Скачать: Справка.pdf')).toBeVisible();
    expect(fakeServer.callsOf('fileRequest').map(({ body }) => body)).toEqual([
      {
        deceased_user_id: unfiled.user_id,
        trusted_contact_id: unfiled.trusted_contact_id,
        explanation: 'Сергей умер.',
      },
    ]);
    expect(fakeServer.callsOf('addRequestDocument')).toHaveLength(2);
  });

  it('requires the text and keeps all input when sending fails', async () => {
    await openRequest(unfiled);
    await choose(createFile('Справка.pdf'));
    await send.click();
    await expect.element(explanation).toHaveFocus();
    expect(fakeServer.callsOf('fileRequest')).toEqual([]);
    fakeServer.refuse('fileRequest', 500, 'internal_error');
    await explanation.fill('Сергей умер.');
    await send.click();
    await expect.element(page.getByText(/^Запрос не отправлен/)).toBeVisible();
    await expect.element(explanation).toHaveValue('Сергей умер.');
    await expect.element(page.getByText('Справка.pdf')).toBeVisible();
  });

  it('announces, on leaving the page, that the text stays in this browser, and restores it', async () => {
    await openRequest(unfiled);
    await explanation.fill('Сергей умер.');
    await page.getByRole('link', { name: 'К «Мне доверили»' }).click();
    await expect.element(dialog.getByText(/Текст останется в этом браузере/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Уйти' }).click();
    await expect.element(page.getByRole('heading', { name: 'Мне доверили' })).toBeVisible();
    await openRequest(unfiled);
    await expect.element(explanation).toHaveValue('Сергей умер.');
    await expect.element(page.getByText(/начатый раньше текст/)).toBeVisible();
  });

  it('accepts up to ten documents of supported types and lists the others', async () => {
    await openRequest(unfiled);
    const files = Array.from({ length: 11 }, (_, n) => createFile(`${n + 1}.pdf`, `${n}`));
    await choose(createFile('Вирус.exe'), ...files);
    await expect.element(page.getByText(/Вирус\.exe:/)).toBeVisible();
    await expect.element(page.getByText(/Больше 10 документов нельзя/)).toBeVisible();
    await expect.element(page.getByText('11.pdf')).toBeVisible();
    await expect.element(button('Удалить файл: 11.pdf')).not.toBeInTheDocument();
    await button('Удалить файл: 10.pdf').click();
    await expect.element(button('Выбрать файлы')).toBeVisible();
  });

  it('previews a chosen picture before sending', async () => {
    await openRequest(unfiled);
    await choose(new File([pixelPng], 'Фото.png'));
    await button('Посмотреть: Фото.png').click();
    await expect.element(dialog.getByRole('img', { name: 'Фото.png' })).toBeVisible();
    await expectAccessible();
  });

  it.each([
    [
      'a day has not passed since the rejection',
      { ...neededRequest, not_before: inHours(5) },
      /^Новый запрос можно/,
    ],
    ['there is no reason for a request', null, /^Запрос сейчас не нужен/],
  ])('is not shown when %s', async (_case, request, words) => {
    await openRequest(legacyFixture({ request }));
    await expect.element(page.getByText(words)).toBeVisible();
    await expect.element(explanation).not.toBeInTheDocument();
  });
});

describe('a filed request', () => {
  it('uploads the other documents when one fails, and retries the failed one', async () => {
    await openRequest(filed);
    fakeServer.answer('addRequestDocument', ({ body }) => {
      const { name, size } = body as File;
      if (name === 'Плохая.pdf') throw new Refusal(503, 'file_storage_unavailable');
      const document = documentFixture({ id: name, file_name: name, size_bytes: size });
      documents = [...documents, document];
      return { document };
    });
    await choose(createFile('Плохая.pdf'), createFile('Хорошая.pdf'));
    await expect.element(button('Скачать: Хорошая.pdf')).toBeVisible();
    await expect.element(page.getByText(/попробуйте позже\. Запрос сохранён/)).toBeVisible();
    await expectAccessible();
    fakeServer.answer('addRequestDocument', () => {
      const document = documentFixture({ id: 'again', file_name: 'Плохая.pdf' });
      documents = [...documents, document];
      return { document };
    });
    await button('Повторить: Плохая.pdf').click();
    await expect.element(button('Скачать: Плохая.pdf')).toBeVisible();
  });

  it('cancels an upload and warns before leaving the page', async () => {
    await openRequest(filed);
    fakeServer.hold('addRequestDocument');
    await choose(createFile('Справка.pdf'));
    await expect.element(page.getByRole('progressbar', { name: /Справка\.pdf/ })).toBeVisible();
    await page.getByRole('link', { name: 'К «Мне доверили»' }).click();
    await expect.element(dialog.getByText(/Документы ещё загружаются/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Остаться' }).click();
    await button('Отменить загрузку: Справка.pdf').click();
    await expect.element(page.getByText('Загрузка отменена')).toBeVisible();
    await button('Убрать из списка: Справка.pdf').click();
    await expect.element(page.getByText(/^Документов пока нет/)).toBeVisible();
  });

  it('previews a document and removes it after a confirmation', async () => {
    documents = [documentFixture()];
    fakeServer.answer('downloadRequestDocument', new Blob([pixelPng]));
    fakeServer.answer('removeRequestDocument', () => {
      documents = [];
      return {};
    });
    await openRequest(filed);
    await button('Посмотреть: Свидетельство.png').click();
    await expect.element(dialog.getByRole('img', { name: 'Свидетельство.png' })).toBeVisible();
    await dialog.getByRole('button', { name: 'Закрыть' }).click();
    await button('Удалить файл: Свидетельство.png').click();
    await dialog.getByRole('button', { name: 'Убрать' }).click();
    await expect.element(page.getByText(/^Документов пока нет/)).toBeVisible();
    expect(fakeServer.callsOf('removeRequestDocument')).toHaveLength(1);
  });

  it('shows the document that support asks for, until it is added', async () => {
    fakeServer.answer('getRequest', () => {
      const asked_for = documents.length === 0 ? 'Вторая страница' : null;
      return { request: requestFixture({ documents, asked_for, answer_by: null }) };
    });
    await openRequest(filed);
    await expect.element(page.getByText('Нужен ещё один документ')).toBeVisible();
    await expect.element(page.getByText('Вторая страница')).toBeVisible();
    await expectAccessible();
    await choose(createFile('Страница.pdf'));
    await expect.element(page.getByText(/^Запрос отправлен 15 нояб/)).toBeVisible();
    await expect.element(page.getByText('Вторая страница')).not.toBeInTheDocument();
  });

  it('can be withdrawn and returns to the list', async () => {
    fakeServer.answer('cancelActivation', () => {
      showLegacy(unfiled);
      return {};
    });
    await openRequest(filed);
    await button(/^Отозвать запрос/).click();
    await dialog.getByRole('button', { name: 'Отозвать запрос' }).click();
    await expect.element(page.getByRole('heading', { name: 'Мне доверили' })).toBeVisible();
    expect(addressNow()).toBe('/trusted-legacies');
  });
});

import type { ReviewView } from '@zavet/contract/desk/request-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { answerOperator, confirmWithCode } from '../../../../../test/desk-fixture.ts';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';
import { claimFixture, reviewFixture } from '../../../../../test/request-fixture.ts';

const detail = `/operator/requests?id=${reviewFixture().id}`;
const button = (name: string | RegExp) => page.getByRole('button', { name });
const radio = (name: RegExp) => page.getByRole('radio', { name });
const dialog = page.getByRole('dialog');
const code = dialog.getByLabelText('Код из 6 цифр');
const note = page.getByLabelText('Пояснение для доверенного лица');
/** A PNG of one pixel. */
const picture = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  ),
  (character) => character.charCodeAt(0),
);

let review: ReviewView;

beforeEach(() => {
  answerOperator();
  review = reviewFixture();
  fakeServer.answer('getReview', () => ({ review }));
  fakeServer.answer('listDoubts', { doubts: [] });
});

describe('claimed request', () => {
  it('can be returned to the list', async () => {
    fakeServer.answer('claimReview', () => {
      review = reviewFixture({ claim: claimFixture({ is_mine: true }) });
      return {};
    });
    fakeServer.answer('releaseReview', () => {
      review = reviewFixture();
      return {};
    });
    await openPage(detail);
    await button('Взять запрос').click();
    await button('Вернуть в список').click();
    await expect.element(button('Взять запрос')).toBeVisible();
    expect(fakeServer.callsOf('claimReview')[0]?.body).toEqual({ instead_of: null });
  });

  it('shows its operator to other operators, and can be decided only after taking it over', async () => {
    review = reviewFixture({ claim: claimFixture() });
    fakeServer.answer('claimReview', () => {
      review = reviewFixture({ claim: claimFixture({ is_mine: true }) });
      return {};
    });
    await openPage(detail);
    await expect.element(page.getByText(/^В работе: Борис Лапин, до/)).toBeVisible();
    await expect.element(button('Принять решение')).not.toBeInTheDocument();
    await expectAccessible();
    await button('Забрать себе').click();
    await expect.element(button('Принять решение')).toBeVisible();
    expect(fakeServer.callsOf('claimReview')[0]?.body).toEqual({
      instead_of: claimFixture().operator_id,
    });
  });
});

describe('request for another document', () => {
  it('is sent with the text of the operator and shows when the document was added', async () => {
    review = reviewFixture({ note: 'Примите соболезнования.' });
    const asked_at = '2026-11-16T10:00:00.000Z';
    fakeServer.answer('askForDocument', ({ body }) => {
      const { text } = body as { text: string };
      const asked = { text, asked_at, answered_at: null };
      review = reviewFixture({ asked, awaits_document: true });
      return {};
    });
    await openPage(detail);
    await radio(/^Попросить документ/).click();
    await button('Попросить документ').click();
    const question = page.getByLabelText('Какой документ нужен');
    await expect.element(question).toHaveValue('');
    await expect.element(question).toBeInvalid();
    await question.fill('Вторая страница свидетельства');
    await button('Попросить документ').click();
    await confirmWithCode();
    await expect.element(page.getByText('Документ запрошен')).toBeVisible();
    await expect.element(page.getByText('Документа ещё нет.')).toBeVisible();
    await expect.element(page.getByText('Вторая страница свидетельства')).toBeVisible();
    await expectAccessible();
    expect(fakeServer.callsOf('askForDocument')[0]?.body).toEqual({
      code: '123456',
      text: 'Вторая страница свидетельства',
    });
    const asked = { text: 'Вторая страница', asked_at, answered_at: asked_at };
    review = reviewFixture({ asked });
    await openPage(detail);
    await expect.element(page.getByText(/^Документ добавлен/)).toBeVisible();
  });
});

describe('request at the desk', () => {
  it('shows explanation, documents and the settings of the owner', async () => {
    fakeServer.answer('downloadReviewDocument', new Blob([picture]));
    await openPage(detail);
    await expect.element(page.getByText(/Сергей умер в больнице/)).toBeVisible();
    await expect.element(page.getByText('3 дня, запуск можно остановить')).toBeVisible();
    await expect.element(page.getByText('Владелец заходил')).toBeVisible();
    await expect.element(page.getByText(/^10 нояб/)).toBeVisible();
    await expect.element(page.getByText(/^2 марта 1958/)).toBeVisible();
    await expectAccessible();
    await button('Посмотреть: Свидетельство.png').click();
    await expect.element(dialog.getByRole('img', { name: 'Свидетельство.png' })).toBeVisible();
    expect(fakeServer.callsOf('downloadReviewDocument')[0]?.params).toEqual({
      id: review.id,
      document_id: review.documents[0]?.id,
    });
  });

  it('is approved with a basis, a note and a fresh code', async () => {
    fakeServer.answer('approveReview', ({ body }) => {
      if ((body as { code: string }).code !== '123456') {
        throw new Refusal(422, 'wrong_operator_code', { fields: { code: 'wrong_operator_code' } });
      }
      review = { ...review, status: 'approved', basis: 'incapacity' };
      return {};
    });
    await openPage(detail);
    await button('Принять решение').click();
    await expect.element(page.getByText('Выберите решение и основание.')).toBeVisible();
    await radio(/^Одобрить/).click();
    await radio(/^Человек не может действовать сам/).click();
    await note.fill('Держитесь.');
    await expectAccessible();
    await button('Принять решение').click();
    await confirmWithCode('000000');
    await expect.element(code).toHaveAccessibleDescription(/Код не подходит/);
    await confirmWithCode();
    await expect.element(page.getByText('Запрос одобрен')).toBeVisible();
    await expect.element(page.getByText('Основание')).toBeVisible();
    await expect.element(note).not.toBeInTheDocument();
    expect(fakeServer.callsOf('approveReview').at(-1)?.body).toEqual({
      code: '123456',
      basis: 'incapacity',
      note: 'Держитесь.',
    });
  });

  it('is approved by death certificate in two steps, each with the displayed documents', async () => {
    const proposed_at = '2026-11-16T10:00:00.000Z';
    const document_ids = review.documents.map(({ id }) => id);
    fakeServer.answer('proposeCertificate', () => {
      review = { ...review, certificate: { step: 'confirm', proposed_at, from: null } };
      return {};
    });
    fakeServer.answer('approveByCertificate', () => {
      review = { ...review, status: 'approved', basis: 'death_certificate', certificate: null };
      return {};
    });
    const approveByCertificate = async () => {
      await radio(/^Одобрить/).click();
      await radio(/^Свидетельство о смерти/).click();
      await button('Принять решение').click();
      await confirmWithCode();
    };
    await openPage(detail);
    await approveByCertificate();
    await expect.element(page.getByText('Первая проверка отмечена')).toBeVisible();
    await expect.element(page.getByText(/^Другой сотрудник увидел свидетельство/)).toBeVisible();
    await expectAccessible();
    await button('Принять решение').click();
    await confirmWithCode();
    await expect.element(page.getByText('Запрос одобрен')).toBeVisible();
    const body = { code: '123456', document_ids, note: '' };
    expect(fakeServer.callsOf('proposeCertificate').map((call) => call.body)).toEqual([body]);
    expect(fakeServer.callsOf('approveByCertificate').map((call) => call.body)).toEqual([body]);
  });

  it('does not offer the death certificate without a document', async () => {
    review = reviewFixture({ documents: [] });
    await openPage(detail);
    await radio(/^Одобрить/).click();
    await expect
      .element(page.getByText(/^Для свидетельства о смерти нужен документ/))
      .toBeVisible();
    await expect.element(radio(/^Свидетельство о смерти/)).not.toBeInTheDocument();
  });

  it('shows when the only operator may confirm, and can withdraw the first step', async () => {
    const certificate = {
      step: 'later' as const,
      proposed_at: '2026-11-16T10:00:00.000Z',
      from: '2026-11-17T10:00:00.000Z',
    };
    review = reviewFixture({ certificate });
    fakeServer.answer('withdrawCertificate', () => {
      review = reviewFixture();
      return {};
    });
    await openPage(detail);
    await expect.element(page.getByText(/не раньше 17 нояб/)).toBeVisible();
    await radio(/^Одобрить/).click();
    await expect.element(radio(/^Свидетельство о смерти/)).not.toBeInTheDocument();
    await button('Отозвать первую проверку').click();
    await confirmWithCode();
    await expect.element(page.getByText('Первая проверка отозвана')).toBeVisible();
    await expect.element(button('Отозвать первую проверку')).not.toBeInTheDocument();
  });

  it('is rejected with a reason; cancelling the code keeps the form', async () => {
    fakeServer.answer('rejectReview', () => {
      review = { ...review, status: 'rejected', rejection: 'documents_unreadable' };
      return {};
    });
    await openPage(detail);
    await radio(/^Отказать/).click();
    await radio(/^Документы не читаются/).click();
    await note.fill('Нужна вторая страница.');
    await button('Принять решение').click();
    await dialog.getByRole('button', { name: 'Отмена' }).click();
    await expect.element(note).toHaveValue('Нужна вторая страница.');
    expect(fakeServer.callsOf('rejectReview')).toEqual([]);
    await button('Принять решение').click();
    await confirmWithCode();
    await expect.element(page.getByText('Запрос отклонён')).toBeVisible();
    await expect.element(page.getByText('Документы не читаются')).toBeVisible();
  });

  it('shows the decision of another operator made in the meantime', async () => {
    fakeServer.answer('approveReview', () => {
      review = { ...review, status: 'rejected', rejection: 'owner_answered' };
      throw new Refusal(409, 'review_closed');
    });
    await openPage(detail);
    await radio(/^Одобрить/).click();
    await radio(/^Другое/).click();
    await button('Принять решение').click();
    await confirmWithCode();
    await expect.element(page.getByText('По этому запросу уже принято решение.')).toBeVisible();
    await expect.element(page.getByText('Владелец ответил: «Я здесь»')).toBeVisible();
  });

  it('shows that explanation and documents were removed', async () => {
    review = reviewFixture({ status: 'refunded', explanation: null, documents: [] });
    await openPage(detail);
    await expect.element(page.getByText('Удалено после завершения.').first()).toBeVisible();
    await expect.element(page.getByText('Запрос завершился без решения.')).toBeVisible();
  });

  it('shows a notice instead of the form to an involved operator', async () => {
    review = reviewFixture({ is_involved: true });
    await openPage(detail);
    await expect.element(page.getByText(/^Это ваш аккаунт, или вы доверенное лицо/)).toBeVisible();
    await expect.element(button('Принять решение')).not.toBeInTheDocument();
  });
});

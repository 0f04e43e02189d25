import type { RejectionReason } from '@zavet/contract/protocol/protocol-values';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import {
  clickAfterPause,
  inHours,
  openLegacies,
  showLegacy,
} from '../../../../../test/legacies-screen.ts';
import { activationFixture, legacyFixture } from '../../../../../test/legacy-fixture.ts';
import { requestFixture } from '../../../../../test/request-fixture.ts';
import { answerSignedInUser } from '../../../../../test/signed-in-person.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const dialog = page.getByRole('dialog');
const request = { reason: 'review', is_needed: true, not_before: null } as const;

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('getRequest', { request: requestFixture() });
});

describe('a review before every start', () => {
  it('shows a link to a request and no start button', async () => {
    await openLegacies(legacyFixture({ request, waiting_hours: 24 }));
    await expect.element(link('Обратиться в поддержку. Сергей Белов')).toBeVisible();
    await expect.element(page.getByText(/Запрос бесплатный/)).toBeVisible();
    await expect.element(page.getByText(/^Напишите в поддержку/)).toBeInTheDocument();
    await expect.element(button(/осталось нажатий/)).not.toBeInTheDocument();
    await expectAccessible();
  });
});

describe('a filed request', () => {
  const filed = legacyFixture({
    activation: activationFixture({ status: 'requested' }),
    answer_by: '2026-11-18T10:00:00.000Z',
  });

  it('shows its date and number of documents and links to them', async () => {
    await openLegacies(filed);
    await expect.element(page.getByText(/^Запрос отправлен 15 нояб/)).toBeVisible();
    await expect.element(page.getByText(/^Ответ придёт 18 ноября.* или раньше\.$/)).toBeVisible();
    await expect.element(page.getByText('Приложен 1 документ.')).toBeVisible();
    const reviewed = page.getByRole('listitem').filter({ hasText: 'Решение поддержки' }).last();
    await expect.element(reviewed).toHaveAttribute('aria-current', 'step');
    await expectAccessible();
    await link(/^Открыть запрос/).click();
    await expect.element(page.getByRole('heading', { name: 'Запрос в поддержку' })).toBeVisible();
    await expect.element(page.getByText('Свидетельство.png')).toBeVisible();
    await expect.element(page.getByText(/^Ответ придёт 18 ноября/)).toBeVisible();
  });

  it('shows the document that support asks for instead of a promised answer', async () => {
    const asked = requestFixture({ asked_for: 'Вторая страница', answer_by: null });
    fakeServer.answer('getRequest', { request: asked });
    await openLegacies(filed);
    await expect.element(page.getByText('Вторая страница')).toBeVisible();
    await expect.element(page.getByText(/^Ответ придёт/)).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('is withdrawn after a confirmation', async () => {
    fakeServer.answer('cancelActivation', () => {
      const ended = { status: 'payment_canceled', end_reason: 'given_up' } as const;
      showLegacy(legacyFixture({ request, activation: activationFixture(ended) }));
      return {};
    });
    await openLegacies(filed);
    await button(/^Отозвать запрос/).click();
    await expect.element(dialog.getByRole('button', { name: 'Оставить как есть' })).toHaveFocus();
    expect(fakeServer.callsOf('cancelActivation')).toEqual([]);
    await dialog.getByRole('button', { name: 'Отозвать запрос' }).click();
    await expect.element(link(/^Обратиться в поддержку/)).toBeVisible();
    expect(fakeServer.callsOf('cancelActivation')).toHaveLength(1);
  });
});

describe('an approved request', () => {
  const approved = (needs_agreement: boolean) =>
    legacyFixture({
      needs_agreement,
      waiting_hours: 72,
      pin_locked_until: inHours(5),
      activation: activationFixture({ status: 'approved', ends_at: '2027-02-14T10:00:00.000Z' }),
    });

  it('expires without a payment and can be filed again immediately', async () => {
    const ended = { status: 'payment_canceled', end_reason: 'stale' } as const;
    await openLegacies(legacyFixture({ request, activation: activationFixture(ended) }));
    await expect.element(page.getByText(/Запуск никто не продолжил за 90 дней/)).toBeVisible();
    await expect.element(link('Обратиться в поддержку. Сергей Белов')).toBeVisible();
    await expectAccessible();
  });

  it('leads to the payment with one press and no PIN, and shows the remaining steps', async () => {
    const note = 'Документы в порядке.';
    fakeServer.answer('getRequest', { request: requestFixture({ status: 'approved', note }) });
    await openLegacies(approved(false));
    await expect.element(page.getByText('Поддержка одобрила запрос')).toBeVisible();
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.element(page.getByText(/Срок ожидания: 3 дня/)).toBeVisible();
    await expect.element(page.getByText(/запуск закончится 14 февраля 2027/)).toBeVisible();
    await expectAccessible();
    await clickAfterPause(button(/^Перейти к оплате/));
    await expect.element(dialog.getByText(/Запустить протокол\?/)).toBeVisible();
    await expect.element(dialog.getByLabelText('PIN-код')).not.toBeInTheDocument();
  });

  it('leads to the agreement first when the owner requires one', async () => {
    fakeServer.answer('requestAgreement', { activation_id: activationFixture().id });
    await openLegacies(approved(true));
    await expect.element(page.getByText(/^Согласие ещё одного доверенного лица/)).toBeVisible();
    await clickAfterPause(button(/^Попросить остальных/));
    await clickAfterPause(dialog.getByRole('button', { name: 'Попросить остальных' }));
    await expect.poll(() => fakeServer.callsOf('requestAgreement')).toHaveLength(1);
    expect(fakeServer.callsOf('startActivation')).toEqual([]);
  });
});

describe('a rejected request', () => {
  const rejected = (rejection: RejectionReason, not_before: string | null) =>
    legacyFixture({
      request: { ...request, not_before },
      activation: activationFixture({ status: 'rejected', rejection }),
    });

  it('shows the reason, the operator’s note and the date for another one', async () => {
    const note = 'Нужна вторая страница.';
    fakeServer.answer('getRequest', { request: requestFixture({ status: 'rejected', note }) });
    await openLegacies(rejected('documents_unreadable', inHours(20)));
    await expect.element(page.getByText(/Документы не удалось прочитать/)).toBeVisible();
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.element(page.getByText(/^Новый запрос можно отправить/)).toBeVisible();
    await expect.element(button('Подать снова')).toBeDisabled();
    await expectAccessible();
  });

  it('can be filed again after a day', async () => {
    await openLegacies(rejected('not_proven', inHours(-1)));
    await link(/^Подать снова/).click();
    await expect.element(page.getByLabelText('Что случилось')).toBeVisible();
  });

  it('does not block a start once the contact knows the PIN', async () => {
    const legacy = rejected('not_proven', inHours(20));
    await openLegacies({ ...legacy, request: { ...request, reason: 'pin', is_needed: false } });
    await button('Запустить без запроса').click();
    await expect.element(button(/осталось нажатий: 3/)).toBeVisible();
  });

  it('shows that the owner is alive when the owner answered it', async () => {
    await openLegacies({ ...rejected('owner_answered', inHours(20)), is_vetoed: true });
    await expect.element(page.getByText('С этим человеком всё в порядке')).toBeVisible();
    await expect.element(page.getByText(/Сергей Белов: пришёл ответ/)).toBeVisible();
    await expect.element(button('Обратиться в поддержку')).toBeDisabled();
    await expectAccessible();
  });
});

import type { RejectionReason } from '@zavet/contract/protocol/protocol-values';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { farEnd } from '../../../../../test/far-end.ts';
import {
  inHours,
  openLegacies,
  showLegacy,
  steadily,
} from '../../../../../test/legacies-screen.ts';
import { activationFixture, legacyFixture } from '../../../../../test/legacy-fixture.ts';
import { requestFixture } from '../../../../../test/request-fixture.ts';
import { answerPerson } from '../../../../../test/signed-in-person.ts';

const button = (name: string | RegExp) => page.getByRole('button', { name });
const link = (name: string | RegExp) => page.getByRole('link', { name });
const dialog = page.getByRole('dialog');
const request = { reason: 'review', is_needed: true, not_before: null } as const;

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('getRequest', { request: requestFixture() });
});

describe('where operators look before every start', () => {
  it('the card leads to a request, and has no button that starts the protocol', async () => {
    await openLegacies(legacyFixture({ request, waiting_hours: 24 }));
    await expect.element(link('Обратиться в поддержку. Сергей Белов')).toBeVisible();
    await expect.element(page.getByText(/Сам запрос бесплатный/)).toBeVisible();
    await expect.element(page.getByText(/^Сначала обратитесь в поддержку/)).toBeVisible();
    await expect.element(button(/осталось нажатий/)).not.toBeInTheDocument();
    await expectAccessible();
  });
});

describe('a request that is filed', () => {
  const filed = legacyFixture({
    activation: activationFixture({ status: 'requested' }),
    answer_by: '2026-11-18T10:00:00.000Z',
  });

  it('says when, with how many documents, and leads to them', async () => {
    await openLegacies(filed);
    await expect.element(page.getByText(/^Запрос отправлен 15 нояб/)).toBeVisible();
    await expect.element(page.getByText(/^Ответ придёт 18 ноября.* или раньше\.$/)).toBeVisible();
    await expect.element(page.getByText('Приложен 1 документ.')).toBeVisible();
    const reviewed = page.getByRole('listitem').filter({ hasText: 'Решение поддержки' }).last();
    await expect.element(reviewed).toHaveAttribute('aria-current', 'step');
    await expectAccessible();
    await link(/^Открыть запрос и документы/).click();
    await expect.element(page.getByRole('heading', { name: 'Запрос в поддержку' })).toBeVisible();
    await expect.element(page.getByText('Свидетельство.png')).toBeVisible();
    await expect.element(page.getByText(/^Ответ придёт 18 ноября/)).toBeVisible();
  });

  it('is withdrawn after a question', async () => {
    farEnd.answer('cancelActivation', () => {
      const ended = { status: 'payment_canceled', end_reason: 'given_up' } as const;
      showLegacy(legacyFixture({ request, activation: activationFixture(ended) }));
      return {};
    });
    await openLegacies(filed);
    await button(/^Отозвать запрос/).click();
    await expect.element(dialog.getByRole('button', { name: 'Оставить как есть' })).toHaveFocus();
    expect(farEnd.callsOf('cancelActivation')).toEqual([]);
    await dialog.getByRole('button', { name: 'Отозвать запрос' }).click();
    await expect.element(link(/^Обратиться в поддержку/)).toBeVisible();
    expect(farEnd.callsOf('cancelActivation')).toHaveLength(1);
  });
});

describe('a request that is approved', () => {
  const approved = (needs_agreement: boolean) =>
    legacyFixture({
      needs_agreement,
      waiting_hours: 72,
      pin_locked_until: inHours(5),
      activation: activationFixture({ status: 'approved', ends_at: '2027-02-14T10:00:00.000Z' }),
    });

  it('that nobody paid for has ended, and can be asked for again at once', async () => {
    const ended = { status: 'payment_canceled', end_reason: 'left_open' } as const;
    await openLegacies(legacyFixture({ request, activation: activationFixture(ended) }));
    await expect.element(page.getByText(/за 90 дней его никто не продолжил/)).toBeVisible();
    await expect.element(link('Обратиться в поддержку. Сергей Белов')).toBeVisible();
    await expectAccessible();
  });

  it('leads to the payment with one press, without a PIN, and says what still lies ahead', async () => {
    const note = 'Документы в порядке.';
    farEnd.answer('getRequest', { request: requestFixture({ status: 'approved', note }) });
    await openLegacies(approved(false));
    await expect.element(page.getByText('Поддержка одобрила запрос')).toBeVisible();
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.element(page.getByText(/послания ждут 3 дня/)).toBeVisible();
    await expect.element(page.getByText(/это закончится 14 февраля 2027/)).toBeVisible();
    await expectAccessible();
    await steadily(button(/^Перейти к оплате/));
    await expect.element(dialog.getByText(/Запустить протокол\?/)).toBeVisible();
    await expect.element(dialog.getByLabelText('PIN-код')).not.toBeInTheDocument();
  });

  it('asks the others first, where the owner wants two to agree', async () => {
    farEnd.answer('requestAgreement', { activation_id: activationFixture().id });
    await openLegacies(approved(true));
    await expect.element(page.getByText(/^Согласие ещё одного доверенного лица/)).toBeVisible();
    await steadily(button(/^Попросить остальных/));
    await steadily(dialog.getByRole('button', { name: 'Попросить остальных' }));
    await expect.poll(() => farEnd.callsOf('requestAgreement')).toHaveLength(1);
    expect(farEnd.callsOf('startActivation')).toEqual([]);
  });
});

describe('a request that was turned down', () => {
  const rejected = (rejection: RejectionReason, not_before: string | null) =>
    legacyFixture({
      request: { ...request, not_before },
      activation: activationFixture({ status: 'rejected', rejection }),
    });

  it('says why in words, what the operator wrote, and from when on another is possible', async () => {
    const note = 'Нужна вторая страница.';
    farEnd.answer('getRequest', { request: requestFixture({ status: 'rejected', note }) });
    await openLegacies(rejected('documents_unreadable', inHours(20)));
    await expect.element(page.getByText(/Документы не удалось прочитать/)).toBeVisible();
    await expect.element(page.getByText(note)).toBeVisible();
    await expect.element(page.getByText(/^Новый запрос можно отправить/)).toBeVisible();
    await expect.element(button('Подать снова')).toBeDisabled();
    await expectAccessible();
  });

  it('can be filed again when the day is over', async () => {
    await openLegacies(rejected('not_proven', inHours(-1)));
    await link(/^Подать снова/).click();
    await expect.element(page.getByLabelText('Что случилось')).toBeVisible();
  });

  it('does not keep from starting with a PIN that was found', async () => {
    const legacy = rejected('not_proven', inHours(20));
    await openLegacies({ ...legacy, request: { ...request, reason: 'pin', is_needed: false } });
    await button('Запустить без запроса').click();
    await expect.element(button(/осталось нажатий: 3/)).toBeVisible();
  });

  it('by the owner says that the person is here', async () => {
    await openLegacies({ ...rejected('owner_answered', inHours(20)), is_stopped: true });
    await expect.element(page.getByText('Человек ответил, что он здесь')).toBeVisible();
    await expect.element(page.getByText(/Сергей Белов: этот человек ответил/)).toBeVisible();
    await expect.element(button('Обратиться в поддержку')).toBeDisabled();
    await expectAccessible();
  });
});

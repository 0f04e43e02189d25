import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer, Refusal } from '../../../../test/fake-server.ts';
import {
  clickAfterPause,
  inHours,
  openLegacies,
  pressUntilQuestion,
  showLegacy,
} from '../../../../test/legacies-screen.ts';
import {
  activationFixture,
  agreementFixture,
  legacyFixture,
} from '../../../../test/legacy-fixture.ts';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const dialog = page.getByRole('dialog');
const heading = page.getByRole('heading', { name: 'Сергей Белов', exact: true });
const button = (name: string | RegExp) => page.getByRole('button', { name });

const withAgreement = legacyFixture({
  needs_agreement: true,
  waiting_hours: 72,
  asks_for_pin: true,
});
const requested = {
  ...withAgreement,
  activation: activationFixture({
    status: 'agreement_pending',
    agreement: agreementFixture({ asked_at: inHours(-1), alone_from: inHours(14 * 24 - 1) }),
  }),
};

beforeEach(() => answerSignedInUser(fakeServer));

describe('a protocol that requires an agreement', () => {
  it('requests the agreement with the PIN before any payment', async () => {
    fakeServer.answer('requestAgreement', () => {
      showLegacy(requested);
      return { activation_id: requested.activation.id };
    });
    await openLegacies(withAgreement);
    await pressUntilQuestion();
    await expect.element(dialog.getByText(/протокол запускают двое/)).toBeVisible();
    await expect.element(dialog.getByText(/Если за 14 дней.*: 7 дней/)).toBeVisible();
    await expect.element(dialog.getByText(/Платить пока не нужно/)).toBeVisible();
    await expectAccessible();
    await dialog.getByLabelText('PIN-код', { exact: true }).fill('493817');
    await clickAfterPause(dialog.getByRole('button', { name: 'Попросить остальных' }));
    await expect.element(page.getByText('Вы попросили о согласии')).toBeVisible();
    await expect.element(heading).toHaveFocus();
    expect(fakeServer.callsOf('requestAgreement').map(({ body }) => body)).toEqual([
      {
        deceased_user_id: withAgreement.user_id,
        trusted_contact_id: withAgreement.trusted_contact_id,
        pin: '493817',
      },
    ]);
    expect(fakeServer.callsOf('startActivation')).toEqual([]);
  });

  it('keeps the dialog open after a wrong PIN', async () => {
    fakeServer.refuse('requestAgreement', 422, 'wrong_pin', { facts: { tries_left: 4 } });
    await openLegacies(withAgreement);
    await pressUntilQuestion();
    await dialog.getByLabelText('PIN-код', { exact: true }).fill('493817');
    await clickAfterPause(dialog.getByRole('button', { name: 'Попросить остальных' }));
    await expect.element(dialog.getByText(/Осталось 4 попытки/)).toBeVisible();
    await expect.element(dialog.getByLabelText('PIN-код', { exact: true })).toHaveFocus();
  });

  it('shows a failed request when the server does not respond', async () => {
    fakeServer.answer('requestAgreement', () => {
      throw new TypeError('Failed to fetch');
    });
    await openLegacies({ ...withAgreement, asks_for_pin: false });
    await pressUntilQuestion();
    await clickAfterPause(dialog.getByRole('button', { name: 'Попросить остальных' }));
    await expect.element(page.getByText('Не удалось отправить просьбу')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
  });
});

describe('an outdated card', () => {
  const withoutPin = { ...withAgreement, asks_for_pin: false };

  it('leads to the payment when an earlier agreement exists', async () => {
    fakeServer.refuse('requestAgreement', 409, 'agreement_not_needed');
    await openLegacies(withoutPin);
    await pressUntilQuestion();
    await clickAfterPause(dialog.getByRole('button', { name: 'Попросить остальных' }));
    await expect.element(page.getByText(/Согласие .*не нужно/)).toBeVisible();
    await pressUntilQuestion();
    await expect
      .element(dialog.getByRole('heading', { name: 'Запустить протокол?' }))
      .toBeVisible();
  });

  it('requests another agreement when the earlier one is no longer valid', async () => {
    fakeServer.refuse('startActivation', 409, 'agreement_required');
    const agreement = agreementFixture({ is_agreed: true });
    const activation = activationFixture({ status: 'payment_canceled', agreement });
    await openLegacies({ ...withoutPin, activation });
    await pressUntilQuestion();
    await clickAfterPause(dialog.getByRole('button', { name: /^Оплатить 7/ }));
    await expect.element(dialog).not.toBeInTheDocument();
    await pressUntilQuestion();
    await expect
      .element(dialog.getByRole('heading', { name: 'Попросить о согласии?' }))
      .toBeVisible();
  });
});

describe('a contact who requested an agreement', () => {
  it('cannot pay yet and sees the date to continue without it', async () => {
    await openLegacies(requested);
    await expect.element(button('Перейти к оплате')).toBeDisabled();
    await expect.element(page.getByText(/^С .* можно продолжить без второго/)).toBeVisible();
    await expect.element(page.getByText(/ждут дольше: 7 дней/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'help@example.org' })).toBeVisible();
    await expectAccessible();
  });

  it('sees a doubt with the deadline of its decision and cannot pay meanwhile', async () => {
    const doubt = { decided_by: inHours(70), is_mine: false };
    const activation = { ...requested.activation, doubt };
    await openLegacies({ ...requested, activation });
    await expect.element(page.getByText('Запуск приостановлен')).toBeVisible();
    await expect.element(page.getByText(/Мы решим не позднее/)).toBeVisible();
    await expect.element(button('Перейти к оплате')).toBeDisabled();
    await expect.element(page.getByText(/можно продолжить без второго/)).not.toBeInTheDocument();
    await expect.element(page.getByText(/без него можно с/)).not.toBeInTheDocument();
    await expectAccessible();
  });

  it.each([
    [
      'after another contact agreed',
      { status: 'agreed', is_agreed: true, alone: false, period: '3 дня' },
    ],
    [
      'without an agreement after the time to answer',
      { status: 'agreement_pending', is_agreed: false, alone: true, period: '7 дней' },
    ],
  ] as const)('pays with one press %s', async (_case, { status, is_agreed, alone, period }) => {
    fakeServer.refuse('startActivation', 503, 'payments_unavailable');
    // Contradicts `may_continue_alone` on purpose: only this flag of the server counts.
    const alone_from = inHours(alone ? 24 : -24);
    const agreement = agreementFixture({ is_agreed, alone_from, may_continue_alone: alone });
    const activation = activationFixture({ status, agreement });
    await openLegacies({ ...withAgreement, asks_for_pin: false, activation });
    await expect.element(page.getByText('Можно оплатить')).toBeVisible();
    await button(/Перейти к оплате/).click();
    await expect
      .element(dialog.getByText(new RegExp(`После оплаты они ждут ${period}`)))
      .toBeVisible();
    await clickAfterPause(dialog.getByRole('button', { name: /^Оплатить 7/ }));
    await expect.poll(() => fakeServer.callsOf('startActivation')).toHaveLength(1);
    expect(fakeServer.callsOf('requestAgreement')).toEqual([]);
  });

  it('can cancel after a confirmation', async () => {
    fakeServer.answer('cancelActivation', () => {
      showLegacy(withAgreement);
      return {};
    });
    await openLegacies(requested);
    await button(/^Отказаться от запуска/).click();
    await expect.element(dialog.getByText(/Просьба о согласии будет отозвана/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Отказаться от запуска' }).click();
    await expect.element(button(/осталось нажатий: 3/)).toBeVisible();
    await expect.element(heading).toHaveFocus();
    expect(fakeServer.callsOf('cancelActivation').map(({ params }) => params)).toEqual([
      { id: requested.activation.id },
    ]);
  });
});

describe('a contact who is asked to agree', () => {
  const agreement = agreementFixture({ is_mine_to_answer: true, alone_from: inHours(100) });
  const activation = activationFixture({
    status: 'agreement_pending',
    is_mine: false,
    contact_name: 'Мария Климова',
    agreement,
    may_doubt: true,
  });
  const toAnswer = { ...withAgreement, activation };

  function showAgreed() {
    const answeredAgreement = { ...agreement, is_mine_to_answer: false, is_agreed: true };
    const agreed = { ...activation, status: 'agreed' as const, agreement: answeredAgreement };
    showLegacy({ ...toAnswer, activation: agreed });
    return {};
  }

  it('agrees only after a confirmation with focus on the safe answer', async () => {
    fakeServer.answer('answerAgreement', showAgreed);
    await openLegacies(toAnswer);
    await expect
      .element(page.getByRole('heading', { name: 'Мария Климова просит вас подтвердить' }))
      .toBeVisible();
    await expectAccessible();
    await button(/^Да, я подтверждаю/).click();
    await expect.element(dialog.getByRole('button', { name: 'Вернуться' })).toHaveFocus();
    await expectAccessible();
    expect(fakeServer.callsOf('answerAgreement')).toEqual([]);
    await dialog.getByRole('button', { name: 'Да, я подтверждаю' }).click();
    await expect.element(page.getByText(/Мария Климова готовит запуск/)).toBeVisible();
    await expect.element(button(/осталось нажатий/)).not.toBeInTheDocument();
    await expectAccessible();
    await expect.element(heading).toHaveFocus();
    expect(fakeServer.callsOf('answerAgreement')).toMatchObject([
      { params: { id: activation.id }, body: { agrees: true } },
    ]);
  });

  it('can doubt the start, withdraw the doubt and still start the protocol', async () => {
    const doubt = { decided_by: inHours(72), is_mine: true };
    const doubted = { ...toAnswer, activation: { ...activation, doubt, may_doubt: false } };
    fakeServer.answer('answerAgreement', () => {
      showLegacy(doubted);
      return {};
    });
    fakeServer.answer('withdrawDoubt', () => {
      showLegacy(toAnswer);
      return {};
    });
    await openLegacies(toAnswer);
    await button(/^Я сомневаюсь/).click();
    await expect.element(page.getByText(/Вы сообщили о сомнениях/)).toBeVisible();
    await expect.element(heading).toHaveFocus();
    await expect.element(button(/^Я сомневаюсь/)).not.toBeInTheDocument();
    await button(/^Отозвать сомнение/).click();
    await expect.element(button(/^Я сомневаюсь/)).toBeVisible();
    expect(fakeServer.callsOf('withdrawDoubt')).toMatchObject([{ params: { id: activation.id } }]);
    expect(fakeServer.callsOf('answerAgreement')).toMatchObject([{ body: { agrees: false } }]);
    await expect.element(button(/осталось нажатий/)).not.toBeInTheDocument();
    await button('Начать свой запуск').click();
    await expect.element(button(/осталось нажатий: 3/)).toBeVisible();
    await expectAccessible();
  });

  it('cannot agree during the doubt of another contact', async () => {
    const doubt = { decided_by: inHours(72), is_mine: false };
    await openLegacies({ ...toAnswer, activation: { ...activation, doubt } });
    await expect.element(page.getByText('Запуск приостановлен')).toBeVisible();
    await expect.element(button(/^Да, я подтверждаю/)).not.toBeInTheDocument();
    await expect.element(button(/^Я сомневаюсь/)).toBeVisible();
  });

  it('sees that an answer was too late', async () => {
    fakeServer.answer('answerAgreement', () => {
      showLegacy(withAgreement);
      throw new Refusal(409, 'agreement_not_needed');
    });
    await openLegacies(toAnswer);
    await button(/^Я сомневаюсь/).click();
    await expect.element(page.getByText(/Согласие .*не нужно/)).toBeVisible();
    await expect.element(button(/осталось нажатий: 3/)).toBeVisible();
  });

  it('sees an unnamed contact as «another contact»', async () => {
    await openLegacies({ ...toAnswer, activation: { ...activation, contact_name: null } });
    await expect
      .element(page.getByRole('heading', { name: 'Другое доверенное лицо просит вас подтвердить' }))
      .toBeVisible();
  });
});

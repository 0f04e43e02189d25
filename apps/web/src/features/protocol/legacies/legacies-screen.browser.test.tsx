import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import {
  inHours,
  openLegacies,
  pressUntilQuestion,
  showLegacy,
} from '../../../../test/legacies-screen.ts';
import { activationFixture, legacyFixture } from '../../../../test/legacy-fixture.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const dialog = page.getByRole('dialog');
const button = (name: string | RegExp) => page.getByRole('button', { name });

beforeEach(() => {
  answerSignedInUser(fakeServer);
});

describe('the payment dialog', () => {
  it('shows the release date and the time to veto or cancel with a waiting period', async () => {
    await openLegacies(legacyFixture({ waiting_hours: 24 }));
    await expect.element(page.getByText(/После оплаты письма ждут 24 часа/)).toBeVisible();
    await pressUntilQuestion();
    await expect.element(dialog.getByText(/они ждут 24 часа и уйдут/)).toBeVisible();
    await expect.element(dialog.getByText(/может остановить Сергей Белов/)).toBeVisible();
    await expect.element(dialog.getByText(/Когда ожидание закончится/)).toBeVisible();
    await expect.element(dialog.getByText(/Деньги не возвращаются\.$/)).not.toBeInTheDocument();
    await expectAccessible();
  });

  it('opens at its top with focus on the safe answer in a small window', async () => {
    await page.viewport(360, 480);
    await openLegacies(legacyFixture({ waiting_hours: 24 }));
    await pressUntilQuestion();
    await expect.poll(() => dialog.element().scrollTop).toBe(0);
    await expect.element(dialog.getByRole('button', { name: 'Не запускать' })).toHaveFocus();
    await page.viewport(414, 896);
  });

  it('warns that the start is irreversible without a waiting period', async () => {
    await openLegacies(legacyFixture());
    await pressUntilQuestion();
    await expect.element(dialog.getByText(/Это действие необратимо/)).toBeVisible();
    await expect.element(dialog.getByText(/Деньги не возвращаются\.$/)).toBeVisible();
    await expect.element(dialog.getByText(/ожидание/)).not.toBeInTheDocument();
  });
});

describe('during the waiting period', () => {
  const waiting = (isMine: boolean) =>
    legacyFixture({
      waiting_hours: 72,
      activation: activationFixture({
        status: 'waiting',
        is_mine: isMine,
        contact_name: 'Мария Климова',
        release_at: inHours(48),
        is_postponed: !isMine,
      }),
    });

  it('the contact who started can cancel after a confirmation and gets a refund', async () => {
    fakeServer.answer('cancelActivation', () => {
      const ended = { status: 'refunded', end_reason: 'given_up' } as const;
      showLegacy(legacyFixture({ activation: activationFixture(ended) }));
      return {};
    });
    await openLegacies(waiting(true));
    await expect.element(page.getByText(/^Письма уйдут /)).toBeVisible();
    await expect.element(page.getByText('Ничего ещё не отправлено.')).toBeVisible();
    await expect.element(page.getByText(/перенесена/)).not.toBeInTheDocument();
    await expect.element(page.getByText(/тогда деньги вернутся полностью/)).toBeVisible();
    await expectAccessible();
    await button(/^Отказаться от запуска/).click();
    await expect.element(dialog.getByRole('button', { name: 'Оставить как есть' })).toHaveFocus();
    await expect.element(dialog.getByText(/7.000.₽ вернутся/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Отказаться от запуска' }).click();
    await expect.element(page.getByText(/Деньги возвращаются полностью/)).toBeVisible();
    expect(fakeServer.callsOf('cancelActivation')).toHaveLength(1);
  });

  it('other contacts see the initiator and the postponement, but no payment details', async () => {
    await openLegacies(waiting(false));
    const card = page.getByRole('listitem').filter({ hasText: 'sergey@example.org' });
    await expect.element(card.getByText(/Мария Климова запускает протокол/)).toBeVisible();
    await expect.element(card.getByText(/может остановить Сергей Белов/)).toBeVisible();
    await expect.element(card.getByText(/^Отправка перенесена/)).toBeVisible();
    await expect.element(card.getByText(/деньги|оплат|₽/i)).not.toBeInTheDocument();
    await expect.element(button(/^Отказаться/)).not.toBeInTheDocument();
    await expect.element(button(/осталось нажатий/)).not.toBeInTheDocument();
  });

  it('another contact can report a mistake after a confirmation and withdraw it', async () => {
    const before = waiting(false);
    const activation = before.activation && { ...before.activation, may_doubt: true };
    const offered = { ...before, activation };
    const doubt = { decided_by: inHours(72), is_mine: true };
    fakeServer.answer('answerAgreement', () => {
      showLegacy({
        ...before,
        activation: activation && { ...activation, doubt, may_doubt: false },
      });
      return {};
    });
    fakeServer.answer('withdrawDoubt', () => {
      showLegacy(offered);
      return {};
    });
    await openLegacies(offered);
    await button(/^Это ошибка/).click();
    await expect.element(dialog.getByRole('button', { name: 'Вернуться' })).toHaveFocus();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Это ошибка' }).click();
    await expect.element(page.getByText('Запуск приостановлен')).toBeVisible();
    await expect.element(page.getByText(/Мы решим не позднее/)).toBeVisible();
    for (const outdated of [/^Письма уйдут /, /^до \d+ \S+ \d{4} г/, /^Это ошибка\?/]) {
      await expect.element(page.getByText(outdated)).not.toBeInTheDocument();
    }
    await expect.element(button(/^Это ошибка/)).not.toBeInTheDocument();
    expect(fakeServer.callsOf('answerAgreement')).toMatchObject([{ body: { agrees: false } }]);
    await expectAccessible();
    await button(/^Отозвать сомнение/).click();
    await expect.element(button(/^Это ошибка/)).toBeVisible();
    expect(fakeServer.callsOf('withdrawDoubt')).toHaveLength(1);
  });
});

describe('after a veto', () => {
  const ended = activationFixture({ status: 'vetoed', end_reason: 'vetoed' });

  it('the protocol cannot be started and the card links to a request', async () => {
    const request = { reason: 'vetoed', is_needed: true, not_before: null } as const;
    await openLegacies(legacyFixture({ is_vetoed: true, activation: ended, request }));
    await expect.element(page.getByText(/^Запуск остановил владелец: Сергей Белов/)).toBeVisible();
    await expect.element(button(/Запустить протокол/)).not.toBeInTheDocument();
    await expectAccessible();
    await page.getByRole('link', { name: /^Обратиться в поддержку/ }).click();
    await expect.element(page.getByLabelText('Что случилось')).toBeVisible();
    await expect.element(page.getByText(/вы сможете начать снова/)).toBeVisible();
  });

  it('the protocol can be started again once the owner allows it', async () => {
    await openLegacies(legacyFixture({ activation: ended }));
    await expect.element(page.getByText(/Можно начать снова/)).toBeVisible();
    await expect.element(button(/осталось нажатий: 3/)).toBeVisible();
  });
});

describe('a PIN that the contact does not know', () => {
  const request = { reason: 'pin', is_needed: false, not_before: null } as const;
  const legacy = legacyFixture({ asks_for_pin: true, request });

  it('leads from the dialog to a request', async () => {
    await openLegacies(legacy);
    await pressUntilQuestion();
    await expect.element(dialog.getByText(/свидетельство о смерти/)).not.toBeInTheDocument();
    await dialog.getByRole('button', { name: 'Не знаете PIN-код?' }).click();
    await expect.element(dialog.getByText(/свидетельство о смерти/)).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('link', { name: /^Обратиться в поддержку/ }).click();
    await expect.element(page.getByLabelText('Что случилось')).toBeVisible();
    await expect.element(page.getByText(/PIN-код не понадобится/)).toBeVisible();
    expect(addressNow()).not.toContain('sergey');
  });

  it('leads to a request while the PIN is locked', async () => {
    await openLegacies({ ...legacy, pin_locked_until: inHours(5) });
    await button('Не знаете PIN-код?').click();
    await expect.element(page.getByText(/свидетельство о смерти/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Обратиться/ })).toBeVisible();
  });
});

describe('the screen without owners', () => {
  it('accepts an invitation code, then shows the owner', async () => {
    fakeServer.answer('listLegacies', { legacies: [] });
    fakeServer.answer('acceptInvitationByCode', () => {
      showLegacy(legacyFixture());
      return {};
    });
    await openPage('/trusted-legacies');
    await expect
      .element(page.getByText('Вас пока никто не назвал', { exact: false }))
      .toBeVisible();
    await expectAccessible();
    await page.getByLabelText('Код из приглашения').fill('ab2cd3');
    await button('Принять приглашение').click();
    await expect.element(page.getByText('Сергей Белов').first()).toBeVisible();
    expect(fakeServer.callsOf('acceptInvitationByCode')[0]).toMatchObject({
      body: { confirmation_code: 'AB2CD3' },
    });
  });

  it('shows a wrong code at its field', async () => {
    fakeServer.answer('listLegacies', { legacies: [] });
    fakeServer.refuse('acceptInvitationByCode', 422, 'invalid_code');
    await openPage('/trusted-legacies');
    const field = page.getByLabelText('Код из приглашения');
    await field.fill('AB2CD3');
    await button('Принять приглашение').click();
    await expect.element(field).toHaveAccessibleDescription(/Код не подходит/);
  });
});

import '../../../../ui/theme/styles.css';
import type { OwnAttempt, VetoedContact } from '@zavet/contract/protocol/legacy-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import { addressNow, openPage, press } from '../../../../../test/page.tsx';
import { answerSignedInUser, emptyProtocol } from '../../../../../test/signed-in-person.ts';

const maria = contactFixture({ status: 'confirmed', is_confirmed: true, invitation: null });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');

let attempts: OwnAttempt[];
let vetoed_contacts: VetoedContact[];

const paying: OwnAttempt = {
  activation_id: 'a1',
  status: 'payment_pending',
  contact_id: maria.id,
  contact_name: maria.name,
  contact_phone: null,
  started_at: '2026-11-15T10:00:00.000Z',
  release_at: null,
  is_postponed: false,
  doubt: null,
};
const vetoed = { id: maria.id, name: maria.name, vetoed_at: '2026-11-15T11:00:00.000Z' };

beforeEach(() => {
  answerSignedInUser(fakeServer);
  attempts = [];
  vetoed_contacts = [];
  fakeServer.answer('listContacts', { contacts: [maria], limit: 3 });
  fakeServer.answer('getOwnProtocol', () => ({ ...emptyProtocol, attempts, vetoed_contacts }));
  fakeServer.answer('vetoOwnProtocol', () => {
    attempts = [];
    vetoed_contacts = [vetoed];
    return {};
  });
});

describe('a start by a contact', () => {
  it.each([
    ['payment_pending', /Идёт оплата/],
    ['agreement_pending', /Ждём подтверждения второго/],
    ['agreed', /Второе доверенное лицо подтвердило/],
    ['approved', /Одобрен, оплаты ещё нет/],
  ] as const)('is shown on the dashboard while it is %s', async (status, words) => {
    attempts = [{ ...paying, status }];
    await openPage('/dashboard');
    await expect.element(page.getByText('Кто-то запускает ваш протокол')).toBeVisible();
    await expect.element(page.getByText(words)).toBeVisible();
  });

  it('is vetoed after one confirmation, then asks for a decision about the contact', async () => {
    attempts = [paying];
    await openPage('/dashboard');
    await button('Я здесь, остановить').click();
    await expect.element(dialog.getByText('Письма не уйдут.')).toBeVisible();
    expect(fakeServer.callsOf('vetoOwnProtocol')).toEqual([]);
    const confirm = dialog.getByRole('button', { name: 'Я здесь, остановить', exact: true });
    await expect.element(confirm).toHaveFocus();
    await confirm.click();
    await expect.element(page.getByText('Может ли Мария Климова начать снова?')).toBeVisible();
    expect(fakeServer.callsOf('vetoOwnProtocol')).toHaveLength(1);
  });

  it('is shown on the card of its contact and can be vetoed there', async () => {
    attempts = [paying];
    await openPage('/contact');
    await expect.element(page.getByText(/Оплачивает запуск вашего протокола/)).toBeVisible();
    await button('Я здесь, остановить').click();
    await expect.element(dialog).toBeVisible();
  });
});

describe('a request to support', () => {
  const requested = { ...paying, status: 'requested' as const };

  it.each(['/dashboard', '/settings?tab=protocol'])(
    'is shown on %s without a dialog and can be answered by the owner',
    async (path) => {
      attempts = [requested];
      await openPage(path);
      await expect
        .element(page.getByText('Доверенное лицо просит запустить ваш протокол'))
        .toBeVisible();
      await expect.element(page.getByText(/Запрос от .*Мария Климова/)).toBeVisible();
      await expect.element(dialog).not.toBeInTheDocument();
      await expectAccessible();
      await button('Я здесь, остановить').click();
      await expect.element(dialog.getByText(/Запрос будет отклонён/)).toBeVisible();
      await dialog.getByRole('button', { name: 'Я здесь, остановить', exact: true }).click();
      await expect.element(page.getByText('Запрос отклонён')).toBeVisible();
      expect(fakeServer.callsOf('vetoOwnProtocol')).toHaveLength(1);
    },
  );

  it('is shown on the card of its contact', async () => {
    attempts = [requested];
    await openPage('/contact');
    await expect.element(page.getByText(/Обращение в поддержку для запуска/)).toBeVisible();
    await expect.element(button('Я здесь, остановить')).toBeVisible();
  });

  it('is vetoed together with a start in progress', async () => {
    attempts = [requested, { ...paying, activation_id: 'a2', contact_id: null }];
    await openPage('/dashboard');
    await expect.element(page.getByText('Кто-то запускает ваш протокол')).toBeVisible();
    await expect.element(button('Я здесь, остановить')).toBeVisible();
  });
});

describe('a contact whose start was vetoed', () => {
  beforeEach(() => {
    vetoed_contacts = [vetoed];
  });

  it('is kept after a confirmation and the password', async () => {
    let isProven = false;
    fakeServer.answer('proveSession', () => {
      isProven = true;
      return {};
    });
    fakeServer.answer('decideOnVetoedContact', () => {
      if (!isProven) throw new Refusal(403, 'proof_required');
      vetoed_contacts = [];
      return {};
    });
    await openPage('/dashboard');
    await button('Оставить доверенным лицом').click();
    await dialog.getByRole('button', { name: 'Оставить', exact: true }).click();
    await page.getByLabelText('Пароль').fill('Cormorant7');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Мария Климова остаётся доверенным лицом')).toBeVisible();
    await expect.element(page.getByText(/^Может ли .+ начать снова/)).not.toBeInTheDocument();
    expect(fakeServer.callsOf('decideOnVetoedContact').at(-1)).toMatchObject({
      params: { id: maria.id },
      body: { decision: 'keep' },
    });
  });

  it('is asked by mail once and still needs a decision', async () => {
    fakeServer.answer('decideOnVetoedContact', {});
    await openPage('/dashboard');
    await button('Спросить письмом').click();
    await expect.element(page.getByText(/Ответ придёт вам/)).toBeVisible();
    await expect.element(button('Спросить письмом')).not.toBeInTheDocument();
    await expect.element(button('Оставить доверенным лицом')).toBeVisible();
    expect(fakeServer.callsOf('decideOnVetoedContact')[0]?.body).toEqual({ decision: 'question' });
  });

  it('is removed in the dialog of the contact screen, which opens automatically', async () => {
    await openPage('/dashboard');
    await page.getByRole('link', { name: 'Удалить', exact: true }).click();
    await expect.element(dialog.getByText('Удалить доверенное лицо?')).toBeVisible();
    await expect.element(dialog.getByText(/Мария Климова больше не сможет/)).toBeVisible();
    await button('Не удалять').click();
    await expect.poll(addressNow).toBe('/contact');
    await button('Ещё: Мария Климова').click();
    await page.getByRole('menuitem', { name: 'Изменить' }).click();
    await press(button('Отмена'));
    await expect.element(button('Ещё: Мария Климова')).toHaveFocus();
    await expect.element(dialog).not.toBeInTheDocument();
  });

  it('can be removed on its card', async () => {
    await openPage('/contact');
    await expect.element(page.getByText('Может ли Мария Климова начать снова?')).toBeVisible();
    await button('Удалить').click();
    await expect.element(dialog.getByText('Удалить доверенное лицо?')).toBeVisible();
  });

  it('is shown next to a start without accessibility violations', async () => {
    attempts = [paying];
    await openPage('/dashboard');
    await expect.element(button('Спросить письмом')).toBeVisible();
    await expect.element(button('Я здесь, остановить')).toBeVisible();
    await expectAccessible();
  });
});

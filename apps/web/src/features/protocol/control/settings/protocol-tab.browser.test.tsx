import '../../../../ui/theme/styles.css';
import type { ProtocolRulesView } from '@zavet/contract/protocol/settings-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer, Refusal } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';
import {
  answerSignedInUser,
  emptyProtocol,
  rulesOf,
} from '../../../../../test/signed-in-person.ts';

const maria = { id: 'c1', name: 'Мария Климова', is_blocked: false };
const oleg = { id: 'c2', name: 'Олег Лавров', is_blocked: false };
const button = (name: string) => page.getByRole('button', { name, exact: true });
const edit = (row: string) => button(`Изменить: ${row}`);
const choice = (name: string | RegExp) => page.getByRole('radio', { name });
const second = page.getByLabelText('Запуск должно подтвердить ещё одно доверенное лицо');
const dialog = page.getByRole('dialog');

let rules: ProtocolRulesView;

async function openTab(overrides: Partial<ProtocolRulesView> = {}) {
  rules = rulesOf({
    waiting_hours: 72,
    contacts: [maria],
    release_at: '2026-11-18T12:00:00.000Z',
    ...overrides,
  });
  fakeServer.answer('getProtocolRules', () => rules);
  await openPage('/settings?tab=protocol');
}

/** Responds with `proof_required` until the password is entered. */
function requireProof<Output>(answer: () => Output): () => Output {
  let isProven = false;
  fakeServer.answer('proveSession', () => {
    isProven = true;
    return {};
  });
  return () => {
    if (!isProven) throw new Refusal(403, 'proof_required');
    return answer();
  };
}

async function prove() {
  await page.getByLabelText('Пароль').fill('Cormorant7');
  await userEvent.keyboard('{Enter}');
}

beforeEach(() => answerSignedInUser(fakeServer));

describe('the release sentence', () => {
  it('names the contact, the release date and the veto', async () => {
    await openTab();
    const sentence = /^Если Мария Климова запустит протокол сегодня, \S+ уйдут 18 ноября/;
    await expect.element(page.getByText(sentence)).toBeVisible();
  });

  it('does not promise a veto when letters are released immediately', async () => {
    await openTab({ waiting_hours: 0, contacts: [maria, oleg] });
    await expect.element(page.getByText(/Остановить их вы не успеете/)).toBeVisible();
  });

  it('links to the contacts while none is confirmed', async () => {
    await openTab({ contacts: [] });
    await expect.element(page.getByText(/Запустить протокол пока некому/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: 'К доверенным лицам' })).toBeVisible();
  });
});

describe('the release rules', () => {
  it('saves stronger rules without a confirmation', async () => {
    await openTab();
    fakeServer.answer('setProtocolRules', () => {
      rules = { ...rules, waiting_hours: 168 };
      return rules;
    });
    await edit('Срок ожидания').click();
    await choice('7 дней').click();
    await button('Сохранить').click();
    await expect.element(page.getByText('Сохранено')).toBeVisible();
    await expect.element(edit('Срок ожидания')).toHaveFocus();
    expect(fakeServer.callsOf('setProtocolRules').map(({ body }) => body)).toEqual([
      { waiting_hours: 168, needs_second: false },
    ]);
  });

  it('shows when a weaker choice applies, and sends nothing when it is cancelled', async () => {
    await openTab();
    await edit('Срок ожидания').click();
    await choice('24 часа').click();
    await button('Сохранить').click();
    await expect.element(dialog.getByText(/останется как сейчас/)).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Оставить как есть' })).toHaveFocus();
    await dialog.getByRole('button', { name: 'Оставить как есть' }).click();
    expect(fakeServer.callsOf('setProtocolRules')).toEqual([]);
  });

  it('saves a weaker choice with the password, shows the current rules, and cancels the change', async () => {
    await openTab();
    const pending = {
      waiting_hours: 0 as const,
      needs_second: false,
      from: '2026-11-18T12:00:00.000Z',
    };
    const weaken = requireProof(() => {
      rules = { ...rules, pending };
      return rules;
    });
    fakeServer.answer('setProtocolRules', weaken);
    await edit('Срок ожидания').click();
    await choice(/^Не ждать/).click();
    await button('Сохранить').click();
    await dialog.getByRole('button', { name: 'Всё равно изменить' }).click();
    await prove();
    await expect
      .element(page.getByText(/^До 18 нояб. 2026 г., 15:00 \(.+\) действует/))
      .toBeVisible();
    await expect.element(page.getByText('Сейчас: ожидание 3 дня.')).toBeVisible();

    fakeServer.answer('setProtocolRules', () => {
      rules = { ...rules, pending: null };
      return rules;
    });
    await button('Отменить изменение').click();
    await expect.element(page.getByText('Изменение отменено')).toBeVisible();
    await edit('Срок ожидания').click();
    await expect.element(choice('3 дня')).toBeChecked();
    expect(fakeServer.callsOf('setProtocolRules').at(-1)?.body).toEqual({
      waiting_hours: 72,
      needs_second: false,
    });
  });

  it('keeps the choice when saving fails', async () => {
    await openTab();
    fakeServer.refuse('setProtocolRules', 500, 'internal_error');
    await edit('Срок ожидания').click();
    await choice('30 дней').click();
    await button('Сохранить').click();
    await expect.element(page.getByText('Не удалось сохранить')).toBeVisible();
    await expect.element(choice('30 дней')).toBeChecked();
  });

  it('offers a second contact only with two confirmed contacts', async () => {
    await openTab();
    await edit('Второе согласие').click();
    await expect.element(second).toBeDisabled();
    await expect.element(page.getByText(/согласятся хотя бы два/)).toBeVisible();
  });

  it('keeps a second contact required earlier and lets the owner uncheck it', async () => {
    await openTab({ needs_second: true });
    await edit('Второе согласие').click();
    await expect.element(second).toBeEnabled();
    await expect.element(second).toBeChecked();
    await expect.element(page.getByText(/Сейчас не действует/)).toBeVisible();
  });
});

describe('the second address', () => {
  it('is saved with the password and stays unconfirmed until the link is opened', async () => {
    await openTab();
    const setAddress = requireProof(() => {
      const asked_at = '2026-11-15T12:00:00.000Z';
      const second_address = { email: 'anna2@example.org', is_confirmed: false, asked_at };
      rules = { ...rules, second_address };
      return rules;
    });
    fakeServer.answer('setSecondAddress', setAddress);
    await edit('Второй адрес почты').click();
    await expect.element(page.getByLabelText('Адрес почты')).toHaveFocus();
    await page.getByLabelText('Адрес почты').fill('anna2@example.org');
    await button('Отправить ссылку').click();
    await prove();
    await expect.element(page.getByText(/^Ждёт подтверждения/)).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Второй адрес почты' })).toHaveFocus();
    await edit('Второй адрес почты').click();
    await button('Отправить ещё раз').click();
    await expect.poll(() => fakeServer.callsOf('setSecondAddress').length).toBe(3);
  });

  it('is rejected at the field when it belongs to another user', async () => {
    await openTab();
    fakeServer.refuse('setSecondAddress', 409, 'second_address_taken');
    await edit('Второй адрес почты').click();
    await page.getByLabelText('Адрес почты').fill('maria@example.org');
    await button('Отправить ссылку').click();
    const field = page.getByLabelText('Адрес почты');
    await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    await expect.element(field).toHaveValue('maria@example.org');
  });

  it('is removed after a confirmation', async () => {
    const asked_at = '2026-11-15T12:00:00.000Z';
    await openTab({ second_address: { email: 'anna2@example.org', is_confirmed: true, asked_at } });
    fakeServer.answer('removeSecondAddress', () => {
      rules = { ...rules, second_address: null };
      return rules;
    });
    await edit('Второй адрес почты').click();
    await button('Убрать адрес').click();
    await dialog.getByRole('button', { name: 'Убрать', exact: true }).click();
    await expect.element(page.getByText('Второй адрес убран')).toBeVisible();
    await expect.element(page.getByText('Не указан', { exact: true })).toBeVisible();
  });
});

it('lists earlier releases', async () => {
  const progress = { total: 3, accepted: 3, waiting: 0, unreachable: 0, withheld: 0, closed: 0 };
  const past = {
    activation_id: 'a1',
    contact_name: 'Мария Климова',
    activated_at: '2026-10-01T10:00:00.000Z',
    armed_at: '2026-10-03T10:00:00.000Z',
    progress,
    opened: 1,
  };
  fakeServer.answer('getOwnProtocol', { ...emptyProtocol, past: [past] });
  await openTab();
  await expect.element(page.getByText('Писем: 3, прочитано: 1')).toBeVisible();
});

it('has no accessibility violations with all settings and a pending change', async () => {
  await openTab({
    contacts: [maria, oleg],
    needs_second: true,
    pending: { waiting_hours: 24, needs_second: false, from: '2026-11-18T12:00:00.000Z' },
    second_address: {
      email: 'anna2@example.org',
      is_confirmed: false,
      asked_at: '2026-11-15T12:00:00.000Z',
    },
    veto_code_created_at: '2026-11-01T12:00:00.000Z',
  });
  await edit('Код остановки на бумаге').click();
  await edit('Экстренный PIN-код').click();
  await expect.element(button('Отменить код')).toBeVisible();
  await expectAccessible();
});

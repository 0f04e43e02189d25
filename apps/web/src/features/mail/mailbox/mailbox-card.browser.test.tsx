import type { MailboxView } from '@zavet/contract/mail/mailbox-endpoints';
import type { MailboxTrouble } from '@zavet/contract/mail/mailbox-values';
import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer, Refusal } from '../../../../test/fake-server.ts';
import { mailboxOf } from '../../../../test/mailbox-fixture.ts';
import { openPage, pressTwice } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (words: string | RegExp) => page.getByText(words);
const heading = page.getByRole('heading', { name: 'Почтовый ящик', exact: true });
const open = () => openPage('/settings?tab=email');

let mailbox: MailboxView | null;

beforeEach(() => {
  answerSignedInUser(fakeServer);
  mailbox = null;
  fakeServer.answer('getMailbox', () => ({ mailbox }));
});

describe('connecting a mailbox', () => {
  const choose = (name: RegExp) => page.getByRole('radio', { name }).click();
  const connect = button('Проверить и подключить');

  it('explains the connection and asks for the password only after a provider is chosen', async () => {
    await open();
    await expect.element(text(/Мы только читаем/)).toBeVisible();
    await expect.element(text(/В протокол эти письма не входят/)).toBeVisible();
    expect(connect.elements()).toEqual([]);
    await choose(/Outlook/);
    await expect.element(text(/больше не принимают пароли/)).toBeVisible();
    await expect.element(page.getByLabelText('Адрес ящика')).toHaveValue('anna@example.org');
    expect(page.getByLabelText('Порт').elements()).toEqual([]);
    await expectAccessible();
  });

  it('connects once on a double click and shows the progress of the first sync', async () => {
    fakeServer.answer('connectMailbox', () => {
      const [done, total] = [120, 480];
      mailbox = mailboxOf({
        state: 'first_sync',
        last_email_sync: null,
        progress: { done, total },
      });
      return mailbox;
    });
    const respond = fakeServer.hold('connectMailbox');
    await open();
    await choose(/Яндекс/);
    await page.getByLabelText('Адрес ящика').fill('Anna@Yandex.ru');
    await page.getByLabelText('Пароль приложения').fill('abcd efgh');
    await pressTwice(connect);
    await expect.element(text(/до 15 секунд/)).toBeVisible();
    respond();
    await expect.element(text(/120 из 480/)).toBeVisible();
    await expect.element(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
    await expect.element(heading).toHaveFocus();
    expect(fakeServer.callsOf('connectMailbox').map(({ body }) => body)).toEqual([
      { provider: 'yandex', email: 'anna@yandex.ru', password: 'abcd efgh' },
    ]);
    mailbox = mailboxOf();
    await expect.element(text(/Обновлено 5 минут назад/)).toBeVisible();
  });

  it('asks for server, port and security of another provider', async () => {
    fakeServer.refuse('connectMailbox', 422, 'mailbox_host_forbidden');
    await open();
    await choose(/Другой сервер/);
    await page.getByLabelText('Пароль или пароль приложения').fill('secret');
    await connect.click();
    await expect.element(page.getByLabelText('Почтовый сервер (IMAP)')).toHaveFocus();
    expect(fakeServer.callsOf('connectMailbox')).toEqual([]);
    await page.getByLabelText('Почтовый сервер (IMAP)').fill('10.0.0.1');
    await page.getByLabelText('Защита').click();
    await page.getByRole('option', { name: 'STARTTLS' }).click();
    await expect.element(page.getByLabelText('Порт')).toHaveValue('143');
    await connect.click();
    await expect.element(text('К этому серверу подключиться нельзя.')).toBeVisible();
    expect(fakeServer.callsOf('connectMailbox').map(({ body }) => body)).toEqual([
      {
        provider: 'other',
        email: 'anna@example.org',
        password: 'secret',
        host: '10.0.0.1',
        port: 143,
        security: 'starttls',
      },
    ]);
    await expectAccessible();
  });

  it('shows a refused login at the password and other errors for the form', async () => {
    fakeServer.refuse('connectMailbox', 422, 'mailbox_login_refused');
    await open();
    await choose(/Gmail/);
    await page.getByLabelText('Пароль приложения').fill('wrong');
    await connect.click();
    await expect.element(text('Имя или пароль не подошли.')).toBeVisible();
    await expect.element(page.getByLabelText('Пароль приложения')).toHaveFocus();
    fakeServer.refuse('connectMailbox', 422, 'mailbox_host_forbidden');
    await connect.click();
    await expect.element(page.getByRole('alert').getByText('Ящик не подключён')).toBeVisible();
    await expect.element(page.getByLabelText('Пароль приложения')).toHaveValue('wrong');
  });
});

describe('the folded card', () => {
  it('shows the connected address, and unfolds when the sync has a problem', async () => {
    mailbox = mailboxOf();
    await openPage('/settings?tab=privacy');
    await expect.element(text('anna@yandex.ru')).toBeVisible();
    expect(button('Отключить ящик').elements()).toEqual([]);
    mailbox = mailboxOf({ state: 'stopped', trouble: 'login_refused' });
    await openPage('/settings?tab=privacy');
    await expect.element(button('Ввести новый пароль')).toBeVisible();
  });
});

describe('connected mailbox', () => {
  it('refreshes on request until the sync is done', async () => {
    mailbox = mailboxOf({ auto_sync_enabled: false });
    fakeServer.answer('syncMailbox', () => mailbox ?? mailboxOf());
    await open();
    await expect.element(text('Всего: 1 204, непрочитанных: 3')).toBeVisible();
    await pressTwice(button('Обновить сейчас'));
    await expect.element(button('Обновить сейчас')).toHaveAttribute('aria-busy', 'true');
    mailbox = mailboxOf({ auto_sync_enabled: false, last_email_sync: new Date().toISOString() });
    await expect.element(text(/Обновлено 1 минуту назад/)).toBeVisible();
    await expect.element(button('Обновить сейчас')).not.toHaveAttribute('aria-busy');
    expect(fakeServer.callsOf('syncMailbox')).toHaveLength(1);
    await expectAccessible();
  });

  it('can switch off automatic sync', async () => {
    mailbox = mailboxOf();
    fakeServer.answer('setMailboxSync', () => {
      mailbox = mailboxOf({ auto_sync_enabled: false });
      return mailbox;
    });
    await open();
    const checkbox = page.getByRole('checkbox', { name: 'Обновлять автоматически' });
    await expect.element(checkbox).toBeChecked();
    await checkbox.click();
    await expect.element(text(/обновляется только по кнопке/)).toBeVisible();
    await expect.element(checkbox).not.toBeChecked();
    expect(fakeServer.callsOf('setMailboxSync').map(({ body }) => body)).toEqual([
      { auto_sync_enabled: false },
    ]);
  });

  it('explains the effects of disconnecting and asks for the password', async () => {
    mailbox = mailboxOf();
    let isProven = false;
    fakeServer.answer('proveSession', () => {
      isProven = true;
      return {};
    });
    fakeServer.answer('disconnectMailbox', () => {
      if (!isProven) throw new Refusal(403, 'proof_required');
      mailbox = null;
      return {};
    });
    await open();
    await button('Отключить ящик').click();
    await expect.element(text(/удалим пароль от anna@yandex.ru/)).toBeVisible();
    await expect.element(text(/В самом ящике ничего не изменится/)).toBeVisible();
    await button('Отключить').click();
    await page.getByLabelText('Пароль').fill('Cormorant7');
    await userEvent.keyboard('{Enter}');
    await expect.element(text('Не подключён')).toBeVisible();
    await expect.element(heading).toHaveFocus();
  });

  it.each<[MailboxTrouble, RegExp]>([
    ['folder_missing', /нет папки «Входящие»/],
    ['host_forbidden', /К этому серверу подключиться нельзя/],
    ['certificate_refused', /Сертификат сервера не подтверждён/],
    ['unreachable', /Так уже неделю/],
  ])('shows why the sync has stopped: %s', async (trouble, title) => {
    mailbox = mailboxOf({ state: 'stopped', trouble });
    await open();
    await expect.element(text(title)).toBeVisible();
    await expect.element(text(/Список пока не обновляется/)).toBeVisible();
    await expect.element(button('Попробовать снова')).toBeVisible();
  });

  it('announces that an unreachable server is retried', async () => {
    mailbox = mailboxOf({ trouble: 'unreachable' });
    await open();
    await expect.element(text('Почтовый сервер не отвечает')).toBeVisible();
    await expect.element(text(/Мы скоро попробуем ещё раз/)).toBeVisible();
    expect(button('Обновить сейчас').elements()).toEqual([]);
  });

  it('accepts a new password after the previous one was refused', async () => {
    mailbox = mailboxOf({ state: 'stopped', trouble: 'login_refused' });
    fakeServer.answer('connectMailbox', () => {
      mailbox = mailboxOf();
      return mailbox;
    });
    await open();
    await button('Ввести новый пароль').click();
    await expect.element(page.getByLabelText('Новый пароль от ящика')).toHaveFocus();
    await page.getByLabelText('Новый пароль от ящика').fill('fresh');
    await expectAccessible();
    await pressTwice(button('Проверить и сохранить'));
    await expect.element(button('Сменить пароль')).toHaveFocus();
    expect(fakeServer.callsOf('connectMailbox').map(({ body }) => body)).toEqual([
      { provider: 'yandex', email: 'anna@yandex.ru', password: 'fresh' },
    ]);
  });
});

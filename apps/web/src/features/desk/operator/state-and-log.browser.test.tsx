import type { AuditRow } from '@zavet/contract/identity/audit-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { serviceStateOf } from '../../../../test/desk-fixture.ts';
import { farEnd } from '../../../../test/far-end.ts';
import { openPage, press } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const moment = '2026-11-01T10:00:00.000Z';

const state = serviceStateOf();

const entry = (seq: number, facts: Partial<AuditRow> = {}): AuditRow => ({
  seq,
  at: moment,
  actor: 'command',
  actor_id: null,
  act: 'backup_made',
  owner_id: null,
  subject_id: null,
  facts: { rows: 41 },
  ...facts,
});

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('getDesk', { is_operator: true, open_until: moment });
  farEnd.answer('listMaintenance', { maintenance: [] });
});

describe('the state of the service', () => {
  it('names what failed by codes, and orders it again', async () => {
    farEnd.answer('getServiceStatus', state);
    farEnd.answer('retryFailedJob', {});
    await openPage('/operator/state');
    await expect.element(page.getByText('E1 · 42')).toBeVisible();
    await expect.element(page.getByText('26 из 27')).toBeVisible();
    await expect.element(page.getByText(/запросы без ответа дольше трёх дней/)).toBeVisible();
    await expect.element(page.getByText('Ни одной не сделано.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Повторить settle-refund' }).click();
    await expect
      .poll(() => farEnd.callsOf('retryFailedJob'))
      .toMatchObject([{ params: { id: 'j1' } }]);
    await expect.poll(() => farEnd.callsOf('getServiceStatus').length).toBeGreaterThan(1);
  });

  it('says when the mailbox of reports was last read, and what is wrong with it', async () => {
    const [mailbox] = state.reports.ways;
    if (!mailbox) throw new Error('a way was wanted');
    const broken = { ...mailbox, failed_at: moment, trouble: 'login_refused' };
    farEnd.answer('getServiceStatus', { ...state, reports: { ...state.reports, ways: [broken] } });
    await openPage('/operator/state');
    await expect.element(page.getByText('Ящик прочитан')).toBeVisible();
    await expect.element(page.getByText('Ящик с отчётами не читается')).toBeVisible();
    await expect.element(page.getByText('login_refused')).toBeVisible();
  });

  it('warns where nobody reads reports', async () => {
    const reports = { ways: [], failed: 0, delayed: 0 };
    farEnd.answer('getServiceStatus', { ...state, reports });
    await openPage('/operator/state');
    await expect.element(page.getByText(/Отчёты не читаются/)).toBeVisible();
  });

  it('says that a test mail is ordered, or why not', async () => {
    farEnd.answer('getServiceStatus', state);
    farEnd.refuse('sendTestMail', 429, 'too_many_requests', { facts: { retry_after_seconds: 60 } });
    await openPage('/operator/state');
    const button = page.getByRole('button', { name: 'Отправить проверочное письмо себе' });
    await button.click();
    await expect.element(page.getByText('Не удалось заказать письмо')).toBeVisible();
    farEnd.answer('sendTestMail', {});
    await button.click();
    await expect.element(page.getByText('Письмо заказано.', { exact: false })).toBeVisible();
  });
});

describe('the log of acts', () => {
  it('shows the newest, fetches the rest page by page, and one kind of act alone', async () => {
    farEnd.answer('listAudit', ({ query }) => {
      const { after, act } = query as { after?: string; act?: string };
      if (act) return { entries: [], next: null };
      return after === '2'
        ? { entries: [entry(1, { act: 'request_approved', actor: 'operator' })], next: null }
        : { entries: [entry(2)], next: '2' };
    });
    await openPage('/operator/audit');
    const table = page.getByRole('table', { name: 'Записи журнала' });
    await expect.element(table.getByText('Сделана резервная копия')).toBeVisible();
    await expect.element(table.getByText('rows: 41')).toBeVisible();
    await page.getByRole('button', { name: 'Показать ещё' }).click();
    await expect.element(table.getByText('Запрос на запуск протокола одобрен')).toBeVisible();
    await expectAccessible();
    await page.getByRole('combobox', { name: 'Что показать' }).click();
    await page.getByRole('option', { name: 'Сменён главный ключ' }).click();
    await expect.element(page.getByText('Такого действия ещё не было.')).toBeVisible();
    expect(farEnd.callsOf('listAudit').at(-1)?.query).toMatchObject({ act: 'keys_rotated' });
  });
});

describe('an owner', () => {
  it('reads in the settings what was done, by whom without a name, page by page', async () => {
    farEnd.answer('listOwnAudit', ({ query }) =>
      (query as { after?: string }).after
        ? {
            entries: [
              { id: 'b', at: moment, actor: 'system' as const, act: 'protocol_activated' as const },
            ],
            next: null,
          }
        : {
            entries: [
              { id: 'a', at: moment, actor: 'operator' as const, act: 'support_answered' as const },
            ],
            next: '7',
          },
    );
    await openPage('/settings?tab=privacy');
    await expect.element(page.getByText('Дан ответ на ваше обращение')).toBeVisible();
    await expect.element(page.getByText(/сотрудник поддержки$/)).toBeVisible();
    await press(page.getByRole('button', { name: 'Показать ещё' }));
    await expect.element(page.getByText(/Протокол запущен/)).toBeVisible();
    await expect.element(page.getByText(/по вашим правилам$/)).toBeVisible();
  });
});

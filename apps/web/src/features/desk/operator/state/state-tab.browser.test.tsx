import type { MaintenanceView } from '@zavet/contract/desk/status-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import {
  answerOperator,
  confirmWithCode,
  serviceStateOf,
} from '../../../../../test/desk-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';

const at = '2026-11-01T10:00:00.000Z';
const status = serviceStateOf();

const windowOf = (overrides: Partial<MaintenanceView> = {}): MaintenanceView => ({
  id: '00000000-0000-4000-8000-000000000009',
  starts_at: '2030-03-01T10:00:00.000Z',
  ends_at: '2030-03-01T12:00:00.000Z',
  planned_at: '2030-02-20T10:00:00.000Z',
  cancelled_at: null,
  state: 'planned',
  notified: 1234,
  notified_late: 0,
  waiting: 56,
  ...overrides,
});

const button = (name: string | RegExp) => page.getByRole('button', { name });

async function fillTimes(): Promise<void> {
  await page.getByLabelText('Начало').fill('2030-03-01T10:00');
  await page.getByLabelText('Конец').fill('2030-03-01T12:00');
  await button('Запланировать').click();
}

beforeEach(() => {
  answerOperator();
  fakeServer.answer('getServiceStatus', status);
  fakeServer.answer('listMaintenance', { maintenance: [] });
});

describe('service status at the desk', () => {
  it('shows failed jobs by error code and retries them', async () => {
    fakeServer.answer('getServiceStatus', status);
    fakeServer.answer('retryFailedJob', {});
    await openPage('/operator/state');
    await expect.element(page.getByText('E1 · 42')).toBeVisible();
    await expect.element(page.getByText('26 из 27')).toBeVisible();
    await expect.element(page.getByText(/запросы старше трёх дней/)).toBeVisible();
    await expect.element(page.getByText('Ещё нет.', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Повторить settle-refund' }).click();
    await expect
      .poll(() => fakeServer.callsOf('retryFailedJob'))
      .toMatchObject([{ params: { id: 'j1' } }]);
    await expect.poll(() => fakeServer.callsOf('getServiceStatus').length).toBeGreaterThan(1);
  });

  it('shows the last read of the report mailbox and its trouble', async () => {
    const [mailbox] = status.reports.ways;
    if (!mailbox) throw new Error('The fixture has no report source.');
    const broken = { ...mailbox, failed_at: at, trouble: 'login_refused' };
    fakeServer.answer('getServiceStatus', {
      ...status,
      reports: { ...status.reports, ways: [broken] },
    });
    await openPage('/operator/state');
    await expect.element(page.getByText('Ящик прочитан')).toBeVisible();
    await expect.element(page.getByText('Ящик отчётов не читается')).toBeVisible();
    await expect.element(page.getByText('login_refused')).toBeVisible();
  });

  it('warns if delivery reports are not read', async () => {
    const reports = { ways: [], failed: 0, delayed: 0 };
    fakeServer.answer('getServiceStatus', { ...status, reports });
    await openPage('/operator/state');
    await expect.element(page.getByText(/Отчёты не читаются/)).toBeVisible();
  });

  it('sends a test mail, or shows why it failed', async () => {
    fakeServer.answer('getServiceStatus', status);
    fakeServer.refuse('sendTestMail', 429, 'too_many_requests', {
      facts: { retry_after_seconds: 60 },
    });
    await openPage('/operator/state');
    const button = page.getByRole('button', { name: 'Проверочное письмо себе' });
    await button.click();
    await expect.element(page.getByText('Письмо не отправлено')).toBeVisible();
    fakeServer.answer('sendTestMail', {});
    await button.click();
    await expect
      .element(page.getByText('Письмо придёт на ваш адрес.', { exact: false }))
      .toBeVisible();
  });
});

describe('maintenance at the desk', () => {
  it('is planned with a fresh code and then listed', async () => {
    fakeServer.answer('planMaintenance', { id: windowOf().id });
    await openPage('/operator/state');
    await expect.element(page.getByText('Работ ещё не было.')).toBeVisible();
    await fillTimes();
    fakeServer.answer('listMaintenance', { maintenance: [windowOf()] });
    await confirmWithCode();
    await expect.element(page.getByText('Работы запланированы')).toBeVisible();
    expect(fakeServer.callsOf('planMaintenance')).toMatchObject([
      {
        body: {
          starts_at: new Date('2030-03-01T10:00').toISOString(),
          ends_at: new Date('2030-03-01T12:00').toISOString(),
          code: '123456',
        },
      },
    ]);
    await expect.element(page.getByText('ещё в пути: 56')).toBeVisible();
    await expect.element(page.getByLabelText('Начало')).toHaveValue('');
    await expectAccessible();
  });

  it('shows an invalid time at its field and keeps the input', async () => {
    fakeServer.refuse('planMaintenance', 422, 'invalid_input', {
      fields: { starts_at: 'maintenance_too_soon' },
    });
    await openPage('/operator/state');
    await fillTimes();
    await confirmWithCode();
    await expect.element(page.getByLabelText('Начало')).toBeInvalid();
    await expect.element(page.getByLabelText('Конец')).toHaveValue('01.03.2030 12:00');
    fakeServer.refuse('planMaintenance', 409, 'maintenance_overlaps');
    await button('Запланировать').click();
    await confirmWithCode();
    await expect.element(page.getByText(/уже назначены работы/)).toBeVisible();
  });

  it('can be cancelled only before it starts', async () => {
    const past = windowOf({ id: 'w2', state: 'over', starts_at: '2029-01-01T10:00:00.000Z' });
    fakeServer.answer('listMaintenance', { maintenance: [windowOf({ notified_late: 3 }), past] });
    fakeServer.answer('cancelMaintenance', {});
    await openPage('/operator/state');
    await expect.element(page.getByText('из них поздно: 3')).toBeVisible();
    expect(button(/Отменить работы/).elements()).toHaveLength(1);
    await button(/Отменить работы/).click();
    await confirmWithCode();
    await expect.element(page.getByText('Работы отменены')).toBeVisible();
    expect(fakeServer.callsOf('cancelMaintenance')).toMatchObject([
      { params: { id: windowOf().id }, body: { code: '123456' } },
    ]);
  });
});

import type { AuditRow } from '@zavet/contract/identity/audit-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { answerOperator } from '../../../../test/desk-fixture.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openPage, press } from '../../../../test/page.tsx';

const at = '2026-11-01T10:00:00.000Z';

const entry = (seq: number, facts: Partial<AuditRow> = {}): AuditRow => ({
  seq,
  at,
  actor: 'command',
  actor_id: null,
  actor_person: null,
  act: 'backup_made',
  owner_id: null,
  owner: null,
  subject_id: null,
  facts: { rows: 41 },
  ...facts,
});

const rejectionEntry = entry(1, {
  act: 'request_rejected',
  actor: 'operator',
  actor_person: { name: 'Анна Лаврова', email: 'anna@example.org' },
  owner_id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2b10',
  owner: { name: 'Сергей Белов', email: 'sergey@example.org' },
  facts: { reason: 'documents_unreadable' },
});

beforeEach(() => {
  answerOperator();
});

describe('audit log at the desk', () => {
  it('shows names and reasons, the newest first, page by page, and filters by action', async () => {
    fakeServer.answer('listAudit', ({ query }) => {
      const { after, act } = query as { after?: string; act?: string };
      if (act) return { entries: [], next: null };
      return after === '2'
        ? { entries: [rejectionEntry], next: null }
        : { entries: [entry(2)], next: '2' };
    });
    await openPage('/operator/audit');
    const table = page.getByRole('table', { name: 'Записи журнала' });
    await expect.element(table.getByText('Сделана резервная копия')).toBeVisible();
    await expect.element(table.getByText('rows: 41')).toBeVisible();
    await page.getByRole('button', { name: 'Показать ещё' }).click();
    await expect.element(table.getByText('Запрос на запуск отклонён')).toBeVisible();
    for (const text of ['Анна Лаврова', 'Сергей Белов', 'Документы не читаются']) {
      await expect.element(table.getByText(text)).toBeVisible();
    }
    await expectAccessible();
    await page.getByRole('combobox', { name: 'Что показать' }).click();
    await page.getByRole('option', { name: 'Сменён главный ключ' }).click();
    await expect.element(page.getByText('Такого ещё не было.')).toBeVisible();
    expect(fakeServer.callsOf('listAudit').at(-1)?.query).toMatchObject({ act: 'keys_rotated' });
  });
});

describe('audit log in the settings', () => {
  it('shows the owner actions and kinds of actors without names, page by page', async () => {
    fakeServer.answer('listOwnAudit', ({ query }) =>
      (query as { after?: string }).after
        ? {
            entries: [
              { id: 'b', at, actor: 'system' as const, act: 'protocol_activated' as const },
            ],
            next: null,
          }
        : {
            entries: [
              { id: 'a', at, actor: 'operator' as const, act: 'support_answered' as const },
            ],
            next: '7',
          },
    );
    await openPage('/settings?tab=privacy');
    await press(page.getByRole('button', { name: 'Подробнее: Журнал' }));
    await page.getByLabelText('Показать', { exact: true }).click();
    await page.getByRole('option', { name: 'Поддержка и решения' }).click();
    await expect.element(page.getByText('Поддержка ответила вам')).toBeVisible();
    await expect.element(page.getByText(/поддержка$/)).toBeVisible();
    await press(page.getByRole('button', { name: 'Показать ещё' }));
    await expect.element(page.getByText(/Протокол запущен/)).toBeVisible();
    await expect.element(page.getByText(/по вашим правилам$/)).toBeVisible();
  });
});

import type { MaintenanceView } from '@zavet/contract/desk/status-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { serviceStateOf } from '../../../../../test/desk-fixture.ts';
import { farEnd } from '../../../../../test/far-end.ts';
import { openPage } from '../../../../../test/page.tsx';
import { answerPerson } from '../../../../../test/signed-in-person.ts';

const windowOf = (facts: Partial<MaintenanceView> = {}): MaintenanceView => ({
  id: '00000000-0000-4000-8000-000000000009',
  begins_at: '2030-03-01T10:00:00.000Z',
  ends_at: '2030-03-01T12:00:00.000Z',
  planned_at: '2030-02-20T10:00:00.000Z',
  called_off_at: null,
  state: 'planned',
  told: 1234,
  told_late: 0,
  waiting: 56,
  ...facts,
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
async function confirmWithCode(): Promise<void> {
  await page.getByRole('dialog').getByLabelText('Код из 6 цифр').fill('123456');
  await page.getByRole('dialog').getByRole('button', { name: 'Подтвердить' }).click();
}
async function fillTimes(): Promise<void> {
  await page.getByLabelText('Начало').fill('2030-03-01T10:00');
  await page.getByLabelText('Конец').fill('2030-03-01T12:00');
  await button('Запланировать и предупредить всех').click();
}

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('getDesk', { is_operator: true, open_until: '2030-01-01T00:00:00.000Z' });
  farEnd.answer('getServiceStatus', serviceStateOf());
  farEnd.answer('listMaintenance', { maintenance: [] });
});

describe('maintenance at the desk', () => {
  it('is planned with a fresh code, and then stands in the list', async () => {
    farEnd.answer('planMaintenance', { id: windowOf().id });
    await openPage('/operator/state');
    await expect.element(page.getByText('Работ ещё не было.')).toBeVisible();
    await fillTimes();
    farEnd.answer('listMaintenance', { maintenance: [windowOf()] });
    await confirmWithCode();
    await expect.element(page.getByText('Работы запланированы, письма уходят')).toBeVisible();
    expect(farEnd.callsOf('planMaintenance')).toMatchObject([
      {
        body: {
          begins_at: new Date('2030-03-01T10:00').toISOString(),
          ends_at: new Date('2030-03-01T12:00').toISOString(),
          code: '123456',
        },
      },
    ]);
    await expect.element(page.getByText('ещё в пути: 56')).toBeVisible();
    await expect.element(page.getByLabelText('Начало')).toHaveValue('');
    await expectAccessible();
  });

  it('says at the field what is wrong with a time, and keeps what was typed', async () => {
    farEnd.refuse('planMaintenance', 422, 'invalid_input', {
      fields: { begins_at: 'maintenance_too_soon' },
    });
    await openPage('/operator/state');
    await fillTimes();
    await confirmWithCode();
    await expect.element(page.getByLabelText('Начало')).toBeInvalid();
    await expect.element(page.getByLabelText('Конец')).toHaveValue('01.03.2030 12:00');
    farEnd.refuse('planMaintenance', 409, 'maintenance_overlaps');
    await button('Запланировать и предупредить всех').click();
    await confirmWithCode();
    await expect.element(page.getByText(/пересекается с другими/)).toBeVisible();
  });

  it('is called off while it is ahead, and only then', async () => {
    const over = windowOf({ id: 'w2', state: 'over', begins_at: '2029-01-01T10:00:00.000Z' });
    farEnd.answer('listMaintenance', { maintenance: [windowOf({ told_late: 3 }), over] });
    farEnd.answer('cancelMaintenance', {});
    await openPage('/operator/state');
    await expect.element(page.getByText('из них позже обещанного: 3')).toBeVisible();
    expect(button(/Отменить работы/).elements()).toHaveLength(1);
    await button(/Отменить работы/).click();
    await confirmWithCode();
    await expect.element(page.getByText('Работы отменены')).toBeVisible();
    expect(farEnd.callsOf('cancelMaintenance')).toMatchObject([
      { params: { id: windowOf().id }, body: { code: '123456' } },
    ]);
  });
});

import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openLegacies, showLegacy } from '../../../../test/legacies-screen.ts';
import { legacyFixture } from '../../../../test/legacy-fixture.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const legacy = legacyFixture();
const lapsing = {
  user_id: legacy.user_id,
  trusted_contact_id: legacy.trusted_contact_id,
  files_removed_on: '2027-01-17',
  offers: [
    { plan_id: 'storage_300_monthly' as const, amount: 300, valid_until: '2027-02-03' },
    { plan_id: 'storage_300_yearly' as const, amount: 3000, valid_until: '2028-01-03' },
  ],
  is_paid_by_other: false,
};
const dialog = page.getByRole('dialog');

beforeEach(() => {
  answerSignedInUser(fakeServer);
});

it('shows the day of removal and sends the chosen period with its price', async () => {
  fakeServer.answer('listLapsingPlans', { plans: [lapsing] });
  fakeServer.refuse('payForOwner', 409, 'plan_settled');
  await openLegacies(legacy);
  await expect
    .element(page.getByText(/^Тариф не оплачен: файлы будут удалены 17 января 2027/))
    .toBeVisible();
  await page.getByRole('button', { name: 'Оплатить тариф' }).click();
  await expect.element(dialog.getByText(/Карта не сохранится/)).toBeVisible();
  await expectAccessible();
  await dialog.getByRole('radio', { name: /На год/ }).click();
  await dialog.getByRole('button', { name: /Оплатить 3\s000/ }).click();
  await expect.element(dialog.getByText(/Платить больше не нужно/)).toBeVisible();
  const [call] = fakeServer.callsOf('payForOwner');
  expect(call?.body).toMatchObject({
    owner_id: legacy.user_id,
    trusted_contact_id: legacy.trusted_contact_id,
    plan_id: 'storage_300_yearly',
    amount: 3000,
    return_url: expect.stringMatching(/\/yookassa-return\?type=plan_gift&crt=/),
  });
});

it('shows nothing for a paid plan', async () => {
  fakeServer.answer('listLapsingPlans', { plans: [{ ...lapsing, trusted_contact_id: 'another' }] });
  await openLegacies(legacy);
  await expect.element(page.getByRole('heading', { name: 'Сергей Белов' })).toBeVisible();
  await expect.poll(() => fakeServer.callsOf('listLapsingPlans').length).toBeGreaterThan(0);
  await expect.element(page.getByText(/Тариф не оплачен/)).not.toBeInTheDocument();
});

const returnUrl = `/yookassa-return?type=plan_gift&crt=${'a'.repeat(43)}`;

it('returns to the list after a successful payment', async () => {
  showLegacy(legacy);
  fakeServer.answer('refreshPaymentStatus', {
    success: true,
    payment_status: 'succeeded',
    is_paid: true,
    outcome: 'in_force',
    reason: null,
    takes_effect_at: null,
  });
  await openPage(returnUrl);
  await expect.poll(addressNow).toBe('/trusted-legacies');
});

it('announces a refund when the plan was already paid', async () => {
  fakeServer.answer('refreshPaymentStatus', {
    success: true,
    payment_status: 'succeeded',
    is_paid: true,
    outcome: 'refunded',
    reason: 'superseded',
    takes_effect_at: null,
  });
  await openPage(returnUrl);
  await expect.element(page.getByText('Деньги возвращаются')).toBeVisible();
  await expect
    .element(page.getByRole('main').getByRole('link', { name: 'Мне доверили' }))
    .toBeVisible();
  await expectAccessible();
});

import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fakeServer } from '../../../../test/fake-server.ts';
import { openLegacies, showLegacy } from '../../../../test/legacies-screen.ts';
import { activationFixture, legacyFixture } from '../../../../test/legacy-fixture.ts';
import { answerSignedInUser } from '../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const asked = legacyFixture({ reconfirmation_asked_at: '2026-11-01T10:00:00.000Z' });

beforeEach(() => answerSignedInUser(fakeServer));

it('offers the reconfirmation while it is pending', async () => {
  fakeServer.answer('reconfirmAsContact', {});
  await openLegacies(asked);
  await expect.element(button('Да, можно рассчитывать')).toBeVisible();
  showLegacy(legacyFixture());
  await button('Да, можно рассчитывать').click();
  await expect.element(button('Да, можно рассчитывать')).not.toBeInTheDocument();
  expect(fakeServer.callsOf('reconfirmAsContact')).toHaveLength(1);
});

it('shows a failed download of the contact card and allows another try', async () => {
  fakeServer.refuse('getContactCard', 503, 'database_unavailable');
  await openLegacies(asked);
  await button('Карточка для печати: Сергей Белов').click();
  await expect
    .element(page.getByText('Не удалось получить карточку', { exact: false }))
    .toBeVisible();
  await expect.element(button('Карточка для печати: Сергей Белов')).toBeEnabled();
});

it('offers no contact card and no reconfirmation once the protocol is active', async () => {
  fakeServer.answer('listReceivedInstructions', { instructions: [] });
  await openLegacies({
    ...asked,
    status: 'activated',
    protocol_activated_at: '2026-11-02T10:00:00.000Z',
    activation: activationFixture({ status: 'delivered', is_mine: false }),
  });
  await expect.element(page.getByRole('heading', { name: 'Сергей Белов' })).toBeVisible();
  expect(button('Карточка для печати: Сергей Белов').query()).toBeNull();
  expect(button('Да, можно рассчитывать').query()).toBeNull();
});

it('shows the initiator withheld and bounced letters with reasons and the number opened', async () => {
  const progress = {
    total: 3,
    accepted: 1,
    waiting: 0,
    unreachable: 0,
    withheld: 2,
    closed: 0,
    opened: 1,
  };
  const status = 'partially_delivered' as const;
  const activation = activationFixture({ id: 'a1', status, progress });
  fakeServer.answer('getActivation', {
    id: 'a1',
    status,
    progress,
    unreached: [
      {
        envelope_id: 'e1',
        letters: 3,
        recipient_name: 'Пётр Климов',
        recipient_email: 'petr@example.org',
        state: 'queued',
        refusal: 'permanent',
        refused_at: '2026-11-02T10:00:00.000Z',
        is_bounced: true,
        reply: null,
        can_correct: false,
      },
    ],
    left_out: [
      { contact_id: 'c1', name: 'Олег Лавров', letters: 2, state: 'asked' },
      { contact_id: 'c2', name: 'Нина Лаврова', letters: 1, state: 'declined' },
    ],
  });
  await openLegacies(legacyFixture({ status: 'activated', activation }));
  await expect.element(page.getByText('Кто ещё не получил писем')).toBeVisible();
  const shown = ['Олег Лавров', 'Ждём ответа', 'Нина Лаврова', 'Отказ', 'Пётр Климов'];
  for (const text of shown)
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  for (const text of [/^Вернулось/, /^3 письма/, /^2 письма для/]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
  await expect.element(page.getByText('Из них открыто: 1.')).toBeVisible();
});

it('shows an expired letter without a button', async () => {
  fakeServer.answer('listReceivedInstructions', {
    instructions: [
      {
        delivery_id: 'd-1',
        title: 'Где завещание',
        file_count: 0,
        opened_at: null,
        expires_at: '2026-11-01T10:00:00.000Z',
        is_expired: true,
        is_recalled: false,
      },
    ],
  });
  await openLegacies(
    legacyFixture({
      status: 'activated',
      protocol_activated_at: '2025-11-01T10:00:00.000Z',
      instruction_count: 1,
      activation: activationFixture({ status: 'activated', is_mine: false }),
    }),
  );
  await expect.element(page.getByText(/Срок доступа истёк/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: /^Открыть/ })).not.toBeInTheDocument();
});

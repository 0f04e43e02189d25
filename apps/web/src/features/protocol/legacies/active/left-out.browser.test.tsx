import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../../test/far-end.ts';
import { legacyFixture } from '../../../../../test/legacy-fixture.ts';
import { openPage } from '../../../../../test/page.tsx';
import { answerPerson } from '../../../../../test/signed-in-person.ts';

it('the one who activated sees whose letters are kept or came back, why, and how many were opened', async () => {
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
  answerPerson(farEnd);
  farEnd.answer('listLegacies', {
    legacies: [
      legacyFixture({
        status: 'activated',
        activation: {
          id: 'a1',
          status,
          end_reason: null,
          is_mine: true,
          contact_name: null,
          release_at: null,
          is_postponed: false,
          ends_at: null,
          agreement: null,
          doubt: null,
          may_doubt: false,
          rejection: null,
          paid_amount: 7000,
          started_at: '2026-11-01T10:00:00.000Z',
          activated_at: '2026-11-01T10:05:00.000Z',
          progress,
        },
      }),
    ],
  });
  farEnd.answer('getActivation', {
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
  await openPage('/trusted-legacies');
  await expect.element(page.getByText('Кто ещё не получил посланий')).toBeVisible();
  const shown = ['Олег Лавров', 'Ждём ответа', 'Нина Лаврова', 'Отказ', 'Пётр Климов'];
  for (const text of shown)
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  for (const text of [/^Письмо сначала приняли/, /^3 послания/, /^2 послания для/]) {
    await expect.element(page.getByText(text)).toBeVisible();
  }
  await expect.element(page.getByText('Из них открыто: 1.')).toBeVisible();
});

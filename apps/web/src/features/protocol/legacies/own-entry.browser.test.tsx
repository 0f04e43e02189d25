import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { farEnd } from '../../../../test/far-end.ts';
import { legacyFixture } from '../../../../test/legacy-fixture.ts';
import { openPage } from '../../../../test/page.tsx';
import { answerPerson } from '../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const asked = legacyFixture({ still_here_asked_at: '2026-11-01T10:00:00.000Z' });

beforeEach(() => {
  answerPerson(farEnd);
  farEnd.answer('listLegacies', { legacies: [asked] });
});

it('offers the yearly answer where it is waited for, and nowhere after it', async () => {
  farEnd.answer('reconfirmAsContact', {});
  await openPage('/trusted-legacies');
  await expect.element(button('Да, на меня можно рассчитывать')).toBeVisible();
  farEnd.answer('listLegacies', { legacies: [legacyFixture({})] });
  await button('Да, на меня можно рассчитывать').click();
  await expect.element(button('Да, на меня можно рассчитывать')).not.toBeInTheDocument();
  expect(farEnd.callsOf('reconfirmAsContact')).toHaveLength(1);
});

it('says when the card could not be fetched, and lets it be asked for again', async () => {
  farEnd.refuse('getContactCard', 503, 'database_unavailable');
  await openPage('/trusted-legacies');
  await button('Карточка для печати: Сергей Белов').click();
  await expect
    .element(page.getByText('Не удалось получить карточку', { exact: false }))
    .toBeVisible();
  await expect.element(button('Карточка для печати: Сергей Белов')).toBeEnabled();
});

it('offers no card and asks nothing once the protocol is active', async () => {
  farEnd.answer('listLegacies', {
    legacies: [
      legacyFixture({
        status: 'activated',
        protocol_activated_at: '2026-11-02T10:00:00.000Z',
        still_here_asked_at: '2026-11-01T10:00:00.000Z',
        activation: {
          id: '018f3c1e-7a44-7c1d-9b0a-3f1f0d5c2a13',
          status: 'delivered',
          end_reason: null,
          is_mine: false,
          contact_name: null,
          release_at: null,
          is_postponed: false,
          ends_at: null,
          agreement: null,
          doubt: null,
          may_doubt: false,
          rejection: null,
          paid_amount: null,
          started_at: '2026-11-02T09:00:00.000Z',
          activated_at: '2026-11-02T10:00:00.000Z',
          progress: {
            total: 1,
            accepted: 1,
            waiting: 0,
            unreachable: 0,
            withheld: 0,
            closed: 0,
            opened: 0,
          },
        },
      }),
    ],
  });
  farEnd.answer('listReceivedInstructions', { instructions: [] });
  await openPage('/trusted-legacies');
  await expect.element(page.getByRole('heading', { name: 'Сергей Белов' })).toBeVisible();
  expect(button('Карточка для печати: Сергей Белов').query()).toBeNull();
  expect(button('Да, на меня можно рассчитывать').query()).toBeNull();
});

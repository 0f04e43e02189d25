import '../../../ui/theme/styles.css';
import type { OwnDelivery, OwnProtocol } from '@zavet/contract/protocol/legacy-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer, Refusal } from '../../../../test/fake-server.ts';
import { instructionListOf } from '../../../../test/instruction-list-fixture.ts';
import { openPage } from '../../../../test/page.tsx';
import {
  answerSignedInUser,
  emptyProtocol,
  instructionOf,
} from '../../../../test/signed-in-person.ts';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = page.getByRole('dialog');
const letter = instructionOf({ status: 'sent', queued_at: '2026-11-15T10:00:00.000Z' });

const delivery = (overrides: Partial<OwnDelivery>): OwnDelivery => ({
  id: 'd1',
  instruction_id: letter.id,
  title: letter.title,
  recipient_name: 'Мария Климова',
  recipient_email: 'maria@example.com',
  state: 'accepted',
  queued_at: '2026-11-15T10:00:00.000Z',
  accepted_at: '2026-11-15T10:01:00.000Z',
  refused_at: null,
  bounced_at: null,
  opened_at: null,
  downloaded_at: null,
  corrected_at: null,
  ...overrides,
});

const active: OwnProtocol = {
  status: 'delivered',
  started_at: '2026-11-15T09:00:00.000Z',
  activated_at: '2026-11-15T10:00:00.000Z',
  activated_by: { name: 'Мария Климова', email: 'maria@example.com' },
  progress: {
    total: 2,
    accepted: 2,
    waiting: 0,
    unreachable: 0,
    withheld: 0,
    closed: 0,
    opened: 0,
  },
  unopened: 1,
  deliveries: [
    delivery({ opened_at: '2026-11-15T11:00:00.000Z' }),
    delivery({ id: 'd2', recipient_name: 'Олег Лавров', recipient_email: 'oleg@example.com' }),
  ],
  left: [],
};

let protocol: OwnProtocol | null;

beforeEach(() => {
  answerSignedInUser(fakeServer);
  protocol = active;
  fakeServer.answer('listInstructions', instructionListOf(letter));
  fakeServer.answer('getOwnProtocol', () => ({ ...emptyProtocol, protocol }));
});

it('lists readers with the time of opening, and omits recipients who have not read', async () => {
  await openPage('/mail?folder=sent');
  const read = page.getByRole('heading', { name: 'Что открыли' });
  await expect.element(read).toBeVisible();
  await expect.element(page.getByText(/^Открыто 15 нояб/)).toBeVisible();
  await expect.element(page.getByText('Мария Климова «Ключи от дачи»')).toBeVisible();
  await expect.element(page.getByText(/Олег Лавров «/)).not.toBeInTheDocument();
});

it('closes unopened letters after a confirmation and the password', async () => {
  let isProven = false;
  fakeServer.answer('proveSession', () => {
    isProven = true;
    return {};
  });
  fakeServer.answer('closeLetters', () => {
    if (!isProven) throw new Refusal(403, 'proof_required');
    const progress = { ...active.progress, accepted: 1, closed: 1, opened: 0 };
    protocol = { ...active, unopened: 0, progress };
    return { closed: 1, opened: 0 };
  });
  await openPage('/mail?folder=sent');
  await button('Закрыть непрочитанные (1)').click();
  await expect.element(dialog.getByRole('button', { name: 'Не закрывать' })).toHaveFocus();
  await dialog.getByRole('button', { name: 'Закрыть письма' }).click();
  await page.getByLabelText('Пароль').fill('Cormorant7');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Закрыто 1 письмо')).toBeVisible();
  await expect.element(page.getByText('1 письмо вы закрыли.')).toBeVisible();
  await expect.element(page.getByText('Неоткрытых писем не осталось.')).toBeVisible();
});

it('rearms the protocol only after explaining all consequences', async () => {
  fakeServer.answer('rearmProtocol', () => {
    protocol = null;
    return {};
  });
  await openPage('/mail?folder=sent');
  await button('Включить протокол снова').click();
  for (const words of [/закроются/, /перестанут действовать/, /Прочитанного/]) {
    await expect.element(dialog.getByText(words)).toBeVisible();
  }
  expect(fakeServer.callsOf('rearmProtocol')).toEqual([]);
  await dialog.getByRole('button', { name: 'Включить снова' }).click();
  await expect.element(page.getByText('Протокол снова включён')).toBeVisible();
  await expect.element(button('Включить протокол снова')).not.toBeInTheDocument();
});

it('reports a failure to rearm and changes nothing', async () => {
  fakeServer.refuse('rearmProtocol', 409, 'protocol_not_active');
  await openPage('/mail?folder=sent');
  await button('Включить протокол снова').click();
  await dialog.getByRole('button', { name: 'Включить снова' }).click();
  await expect.element(page.getByText(/^Не получилось/)).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

it('has no accessibility violations', async () => {
  await openPage('/mail?folder=sent');
  await expect.element(button('Включить протокол снова')).toBeVisible();
  await expectAccessible();
});

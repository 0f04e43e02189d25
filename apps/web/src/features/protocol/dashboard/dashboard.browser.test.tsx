import '../../../ui/theme/styles.css';
import type {
  DashboardView,
  LetterState,
  ReadinessView,
} from '@zavet/contract/protocol/dashboard-endpoints';
import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../test/accessibility.ts';
import { fakeServer } from '../../../../test/fake-server.ts';
import { activationFixture, legacyFixture } from '../../../../test/legacy-fixture.ts';
import { addressNow, openPage } from '../../../../test/page.tsx';
import { answerSignedInUser, emptyReadiness } from '../../../../test/signed-in-person.ts';

const region = (name: string) => page.getByRole('region', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const link = (name: string) => page.getByRole('link', { name, exact: true });

const storage = { plan: 'free', used_mb: 0, limit_mb: 30, remaining_mb: 30, percent_used: 0 };
const newcomer: DashboardView = {
  first_name: 'Анна',
  last_name: 'Лаврова',
  trusted_contacts: { total: 0, confirmed: 0, pending: 0, uninvited: 0, limit: 3 },
  instructions: { total: 0 },
  storage: storage as DashboardView['storage'],
  protocol_activated_at: null,
  legacies: [],
};
const owner: DashboardView = {
  ...newcomer,
  trusted_contacts: { total: 3, confirmed: 1, pending: 1, uninvited: 1, limit: 3 },
  instructions: { total: 7 },
};
const letter = (title: string, state: LetterState = 'arrives') => ({ id: title, title, state });
const readyOwner: ReadinessView = {
  findings: [],
  letters: {
    total: 7,
    arriving: 7,
    incomplete: 0,
    shown: ['Дача', 'Ключи', 'Банк', 'Маше'].map((t) => letter(t)),
  },
  people: [
    { id: 'm', name: 'Михаил Лавров', relationship: 'сын', status: 'confirmed', is_blocked: false },
    { id: 'p', name: 'Павел Демидов', relationship: '', status: 'pending', is_blocked: false },
    { id: 'o', name: 'Ольга Ким', relationship: '', status: 'uninvited', is_blocked: false },
  ],
  waiting_hours: 72,
  needs_second: false,
  rehearsal: null,
};

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('getDashboard', owner);
  fakeServer.answer('getReadiness', readyOwner);
});

describe('the dashboard of an owner', () => {
  it('shows the consequences of a start today and the days for a veto', async () => {
    await openPage('/dashboard');
    await expect
      .element(page.getByText(/^Если Михаил Лавров запустит протокол сегодня/))
      .toBeVisible();
    const days = page.getByRole('list', { name: 'Дни, за которые запуск можно остановить' });
    await expect.element(days.getByText('сегодня')).toBeVisible();
    expect(days.getByRole('listitem').elements()).toHaveLength(4);
    await expectAccessible();
  });

  it('shows no days for a veto without a waiting period', async () => {
    fakeServer.answer('getReadiness', { ...readyOwner, waiting_hours: 0 });
    await openPage('/dashboard');
    await expect.element(page.getByText(/Остановить их вы не успеете/)).toBeVisible();
    await expect.element(page.getByText('сегодня', { exact: true })).not.toBeInTheDocument();
  });

  it('shows the state of contacts and that all letters would arrive', async () => {
    await openPage('/dashboard');
    const people = region('Доверенные лица');
    await expect.element(people.getByText('сын · есть согласие')).toBeVisible();
    await expect.element(people.getByText('ждём ответа')).toBeVisible();
    await expect.element(people.getByText('нет приглашения')).toBeVisible();
    const letters = region('Ваши распоряжения');
    await expect.element(letters.getByText('Сегодня дошло бы всё, что вы написали')).toBeVisible();
    await expect.element(letters.getByText('и ещё 3')).toBeVisible();
  });

  it('links to the other pages with the counts of contacts and instructions', async () => {
    await openPage('/dashboard');
    const links = page.getByRole('navigation', { name: 'Другие разделы' });
    await expect.element(links.getByText('3/3 1 подтверждено')).toBeVisible();
    const addresses = links
      .getByRole('link')
      .elements()
      .map((one) => one.getAttribute('href'));
    expect(addresses).toEqual(['/contact', '/instructions', '/trusted-legacies', '/settings']);
  });

  it('disables the emergency link without a confirmed contact and explains why', async () => {
    fakeServer.answer('getDashboard', newcomer);
    await openPage('/dashboard');
    const emergency = button('Экстренный протокол');
    await expect.element(emergency).toBeDisabled();
    await expect.element(emergency).toHaveAccessibleDescription(/^Сначала добавьте/);
    await expectAccessible();
  });

  it('shows the storage only when it is nearly full', async () => {
    await openPage('/dashboard');
    await expect.element(region('Доверенные лица')).toBeVisible();
    await expect.element(page.getByText('Хранилище', { exact: true })).not.toBeInTheDocument();
    const full = { ...owner.storage, used_mb: 27, remaining_mb: 3, percent_used: 90 };
    fakeServer.answer('getDashboard', { ...owner, storage: full });
    await openPage('/dashboard');
    await expect.element(page.getByText('Хранилище', { exact: true })).toBeVisible();
  });

  it('leads to the letter that would not arrive', async () => {
    fakeServer.answer('getReadiness', {
      ...readyOwner,
      findings: [
        {
          kind: 'instructions_unassigned',
          gravity: 'blocking',
          count: 1,
          concerned: [{ id: 'x', name: 'Письмо на свадьбу' }],
        },
      ],
      letters: {
        total: 2,
        arriving: 1,
        incomplete: 0,
        shown: [letter('Дача'), letter('Письмо на свадьбу', 'misses')],
      },
    });
    fakeServer.refuse('getInstruction', 404, 'not_found');
    await openPage('/dashboard');
    await expect.element(page.getByText('Сегодня дошло бы 1 из 2')).toBeVisible();
    await expect.element(link('Письмо на свадьбу не дошло бы')).toBeVisible();
    await expectAccessible();
    await link('Выбрать доверенное лицо').click();
    await expect.poll(addressNow).toContain('at=contacts');
  });

  it('draws a letter without its files as dashed and incomplete', async () => {
    fakeServer.answer('getReadiness', {
      ...readyOwner,
      findings: [
        {
          kind: 'instructions_lack_files',
          gravity: 'blocking',
          count: 1,
          concerned: [{ id: 'x', name: 'Банк' }],
        },
      ],
      letters: {
        total: 2,
        arriving: 1,
        incomplete: 1,
        shown: [letter('Дача'), letter('Банк', 'incomplete')],
      },
    });
    await openPage('/dashboard');
    await expect.element(page.getByText('Сегодня полностью дошло бы 1 из 2')).toBeVisible();
    const flawed = link('Банк дошло бы не полностью').element();
    expect(flawed.querySelector('[stroke-dasharray]')).not.toBeNull();
    expect(link('Дача дошло бы').element().querySelector('[stroke-dasharray]')).toBeNull();
  });

  it('links to captured mail and still shows the next step', async () => {
    fakeServer.answer('getReadiness', {
      ...readyOwner,
      findings: [{ kind: 'mail_captured', gravity: 'advice', count: 1, concerned: [] }],
    });
    await openPage('/dashboard');
    await expect.element(page.getByText('Письма остаются на этом сервере')).toBeVisible();
    const mailbox = link('Открыть ящик');
    await expect.element(mailbox).toHaveAttribute('href', '/dev/mailbox');
    await expect.element(page.getByText('Сегодня дошло бы всё, что вы написали')).toBeVisible();
    await expect.element(link('Написать распоряжение')).toBeVisible();
    expect(document.querySelector('main a[href="/setup"]')).toBeNull();
  });

  it('does not claim readiness or a release date while payments are not configured', async () => {
    fakeServer.answer('getReadiness', {
      ...readyOwner,
      findings: [{ kind: 'payments_not_configured', gravity: 'blocking', count: 1, concerned: [] }],
      letters: {
        total: 1,
        arriving: 0,
        incomplete: 0,
        shown: [letter('Дача', 'misses')],
      },
    });
    await openPage('/dashboard');
    await expect.element(page.getByText('Сегодня не дошло бы ничего')).toBeVisible();
    await expect.element(page.getByText(/^Всё готово/)).not.toBeInTheDocument();
    await expect.element(page.getByText(/запустит протокол сегодня/)).not.toBeInTheDocument();
  });
});

describe('the dashboard of a contact', () => {
  it('shows the owner first, with the expected action and a working link', async () => {
    fakeServer.answer('getDashboard', { ...newcomer, legacies: [legacyFixture()] });
    fakeServer.answer('getReadiness', emptyReadiness);
    fakeServer.answer('listLegacies', { legacies: [legacyFixture()] });
    await openPage('/dashboard');
    const ownerCard = region('Вам доверились: Сергей Белов');
    await expect.element(ownerCard.getByText('Сергей Белов', { exact: true })).toBeVisible();
    await expect.element(ownerCard.getByText(/^вы согласились 12 марта/)).toBeVisible();
    await expect.element(ownerCard.getByText(/От вас ничего не нужно/)).toBeVisible();
    const headings = [...document.querySelectorAll('main h2')].map((one) => one.textContent);
    expect(headings.slice(0, 2)).toEqual(['Вам доверились: Сергей Белов', 'Можно оставить и своё']);
    await expect.element(region('Первые шаги')).not.toBeInTheDocument();
    await expect.element(button('Экстренный протокол')).not.toBeInTheDocument();
    await expectAccessible();
    await ownerCard.getByRole('link', { name: 'Если случилась беда: Сергей Белов' }).click();
    await expect.poll(addressNow).toContain('/trusted-legacies');
  });

  it('shows a protocol in its waiting period', async () => {
    const activation = activationFixture({
      status: 'waiting',
      is_mine: false,
      contact_name: 'Ольга Ким',
      release_at: '2026-11-20T10:00:00.000Z',
    });
    fakeServer.answer('getDashboard', { ...owner, legacies: [legacyFixture({ activation })] });
    await openPage('/dashboard');
    await expect.element(page.getByText(/^Ольга Ким запускает протокол/)).toBeVisible();
  });

  it('shows the day on which files of the owner will be removed', async () => {
    const legacy = legacyFixture();
    fakeServer.answer('getDashboard', { ...newcomer, legacies: [legacy] });
    fakeServer.answer('getReadiness', emptyReadiness);
    fakeServer.answer('listLapsingPlans', {
      plans: [
        {
          user_id: legacy.user_id,
          trusted_contact_id: legacy.trusted_contact_id,
          files_removed_on: '2026-12-10',
          is_paid_by_other: false,
          offers: [],
        },
      ],
    });
    await openPage('/dashboard');
    await expect.element(page.getByText(/^10 декабря 2026 г\. часть файлов/)).toBeVisible();
    await expect.element(page.getByText(/От вас ничего не нужно/)).not.toBeInTheDocument();
  });

  it('lets a contact who also has contacts dismiss the first steps', async () => {
    const started = { total: 1, confirmed: 0, pending: 1, uninvited: 0, limit: 3 };
    const dashboard = { ...newcomer, trusted_contacts: started, legacies: [legacyFixture()] };
    fakeServer.answer('getDashboard', dashboard);
    fakeServer.answer('getReadiness', emptyReadiness);
    await openPage('/dashboard');
    await button('Скрыть первые шаги').click();
    await expect.element(region('Первые шаги')).not.toBeInTheDocument();
    await expect.element(region('Ваши распоряжения')).toBeVisible();
  });
});

it('the dashboard is shown when the readiness cannot be loaded', async () => {
  answerSignedInUser(fakeServer);
  fakeServer.refuse('getReadiness', 500, 'internal_error');
  await openPage('/dashboard');
  await expect.element(page.getByRole('region', { name: 'Первые шаги' })).toBeVisible();
  expect(fakeServer.callsOf('getReadiness').length).toBeLessThan(3);
});

import type { LettersPreview } from '@zavet/contract/protocol/delivery-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { contactFixture } from '../../../../../test/contact-fixture.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { addressNow, openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser } from '../../../../../test/signed-in-person.ts';

const olga = contactFixture({
  name: 'Ольга Ким',
  relationship: 'подруга',
  is_confirmed: true,
  status: 'confirmed',
});
const pavel = contactFixture({
  id: '6f1c2f0e-6a0b-4d3e-9a57-0c4b6c8f1a02',
  name: 'Павел Демидов',
});
const pathOf = (id: string) => `/instructions?person=${id}`;

function letterOf(title: string, facts: Partial<LettersPreview['letters'][number]> = {}) {
  return {
    instruction_id: `id of ${title}`,
    title,
    is_unreadable: false,
    category: 'notary' as const,
    priority: 'high' as const,
    preview: 'Висят в сенях',
    written_at: '2026-11-01T10:00:00.000Z',
    file_count: 2,
    is_further_recipient: false,
    withheld: null,
    ...facts,
  };
}

const previewOf = (facts: Partial<LettersPreview> = {}): LettersPreview => ({
  contact: { id: olga.id, name: olga.name, status: 'confirmed' },
  letters: [letterOf('Дача'), letterOf('Банк')],
  unreached: [
    {
      instruction_id: 'nobody-1',
      title: 'Ничьё',
      is_unreadable: false,
      reason: 'no_recipient',
    },
  ],
  ...facts,
});

beforeEach(() => {
  answerSignedInUser(fakeServer);
  fakeServer.answer('listContacts', { contacts: [olga, pavel], limit: 3 });
  fakeServer.answer('previewLetters', previewOf());
});

it('lists the letters of a contact in the order of the recipient’s page, and those without recipients', async () => {
  await openPage(pathOf(olga.id));
  await expect
    .element(page.getByRole('heading', { level: 1, name: 'Что получит Ольга Ким' }))
    .toBeVisible();
  await expect.element(page.getByText('подруга · maria@example.com')).toBeVisible();
  await expect.element(page.getByText('Ничьё')).toBeVisible();
  const titles = page.getByRole('heading', { level: 3 }).elements();
  expect(titles.map((title) => title.textContent)).toEqual(['Дача', 'Банк', 'Ничьё']);
  await expect.element(page.getByRole('heading', { name: /^Получит сразу\s*2/ })).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'Выбрать, кому: Ничьё' }))
    .toHaveAttribute('href', '/instructions?edit=nobody-1&at=contacts');
  await expectAccessible();
});

it('links to a preview of the recipient’s page', async () => {
  await openPage(pathOf(olga.id));
  await expect
    .element(page.getByRole('link', { name: 'Открыть страницу получателя' }))
    .toHaveAttribute('href', `/delivery?preview=${olga.id}`);
});

it('explains that an unconfirmed contact receives nothing yet', async () => {
  fakeServer.answer(
    'previewLetters',
    previewOf({
      contact: { id: pavel.id, name: pavel.name, status: 'pending' },
      letters: [letterOf('Дача', { withheld: 'not_agreed' })],
    }),
  );
  await openPage(pathOf(pavel.id));
  await expect.element(page.getByText('Сейчас ничего.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: /^Получит не сразу/ })).toBeVisible();
  await expect.element(page.getByText('После согласия', { exact: true })).toBeVisible();
});

it('does not link to the preview for a contact without letters', async () => {
  fakeServer.answer('previewLetters', previewOf({ letters: [] }));
  await openPage(pathOf(olga.id));
  await expect.element(page.getByText('Сейчас ничего.')).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: /^Открыть страницу/ }))
    .not.toBeInTheDocument();
});

it('switches to another contact', async () => {
  await openPage(pathOf(olga.id));
  await page.getByRole('combobox', { name: 'Человек' }).click();
  await page.getByRole('option', { name: 'Павел Демидов' }).click();
  await expect.poll(addressNow).toBe(pathOf(pavel.id));
});

it('reports an unknown contact', async () => {
  fakeServer.refuse('previewLetters', 404, 'contact_not_found');
  await openPage(pathOf(olga.id));
  await expect
    .element(page.getByRole('heading', { name: 'Такого доверенного лица нет' }))
    .toBeVisible();
});

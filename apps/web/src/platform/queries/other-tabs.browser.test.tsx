import { beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { contactFixture } from '../../../test/contact-fixture.ts';
import { fakeServer } from '../../../test/fake-server.ts';
import { openPage } from '../../../test/page.tsx';
import { answerSignedInUser } from '../../../test/signed-in-person.ts';
import { otherTabs } from '../state/other-tabs.ts';
import { SharedQueryClient } from './query-client.ts';
import { endpointKey } from './query-keys.ts';

const oleg = contactFixture({ id: '6f1c2f0e-6a0b-4d3e-9a57-0c4b6c8f1a02', name: 'Олег Лавров' });

const anotherTab = () => new SharedQueryClient(otherTabs('zavet.changes'));

beforeEach(() => answerSignedInUser(fakeServer));

describe('a change in another tab', () => {
  it('refetches the affected queries in this tab', async () => {
    await openPage('/contact');
    await expect.element(page.getByText('Доверенных лиц пока нет')).toBeVisible();
    fakeServer.answer('listContacts', { contacts: [oleg], limit: 3 });
    const otherTab = anotherTab();
    await otherTab.invalidateQueries({ queryKey: endpointKey('listContacts') });
    await expect.element(page.getByRole('heading', { name: oleg.name })).toBeVisible();
  });

  it('does not refetch other queries', async () => {
    await openPage('/contact');
    await expect.element(page.getByText('Доверенных лиц пока нет')).toBeVisible();
    const before = fakeServer.callsOf('listContacts').length;
    const otherTab = anotherTab();
    await otherTab.invalidateQueries({ queryKey: endpointKey('listCapturedMails') });
    await otherTab.invalidateQueries({ queryKey: endpointKey('listInstructions') });
    // Messages arrive in order: after this message, the earlier messages have arrived too.
    fakeServer.answer('listContacts', { contacts: [oleg], limit: 3 });
    await otherTab.invalidateQueries({ queryKey: endpointKey('listContacts') });
    await expect.element(page.getByRole('heading', { name: oleg.name })).toBeVisible();
    expect(fakeServer.callsOf('listContacts')).toHaveLength(before + 1);
  });
});

describe('a change in this tab', () => {
  it('refetches the affected queries in other tabs', async () => {
    const read: number[] = [];
    const otherTab = anotherTab();
    await otherTab.fetchQuery({
      queryKey: endpointKey('listContacts'),
      queryFn: () => read.push(1),
    });
    fakeServer.answer('createContact', { contact: oleg, invitation: null });
    await openPage('/contact');
    await page.getByRole('button', { name: 'Добавить доверенное лицо' }).click();
    await page.getByLabelText('Имя и фамилия').fill(oleg.name);
    await page.getByLabelText('Электронная почта').fill(oleg.email);
    fakeServer.answer('listContacts', { contacts: [oleg], limit: 3 });
    await page.getByRole('button', { name: 'Сохранить и пригласить' }).click();
    await expect.element(page.getByRole('heading', { name: oleg.name })).toBeVisible();
    await expect
      .poll(() => otherTab.getQueryState(endpointKey('listContacts'))?.isInvalidated)
      .toBe(true);
  });
});

import type { ReadinessFinding } from '@zavet/contract/protocol/dashboard-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { expectAccessible } from '../../../../../test/accessibility.ts';
import { fakeServer } from '../../../../../test/fake-server.ts';
import { openPage } from '../../../../../test/page.tsx';
import { answerSignedInUser, emptyReadiness } from '../../../../../test/signed-in-person.ts';

const region = (name: string) => page.getByRole('region', { name });
const finding = (overrides: Partial<ReadinessFinding>): ReadinessFinding => ({
  kind: 'contacts_unconfirmed',
  gravity: 'advice',
  count: 1,
  concerned: [],
  ...overrides,
});

beforeEach(() => answerSignedInUser(fakeServer));

it('separates blocking findings from advice and links to the affected items', async () => {
  fakeServer.answer('getReadiness', {
    ...emptyReadiness,
    findings: [
      finding({
        kind: 'instructions_lack_files',
        gravity: 'blocking',
        concerned: [{ id: 'bank', name: 'Банк' }],
      }),
      finding({ concerned: [{ id: 'oleg', name: 'Олег Петров' }] }),
      finding({ kind: 'instructions_unreviewed', concerned: [{ id: 'x', name: 'Письмо внукам' }] }),
      finding({ kind: 'mail_captured' }),
    ],
  });
  await openPage('/readiness');
  const blocking = region('Что мешает');
  await expect.element(blocking.getByText('В 1 распоряжении не хватает файлов')).toBeVisible();
  expect(blocking.getByRole('listitem').first().element().textContent).toContain('Банк');
  const advice = region('Стоит поправить');
  await expect.element(advice.getByText('1 доверенное лицо ещё не подтверждено')).toBeVisible();
  await expect.element(advice.getByText('Олег Петров')).toBeVisible();
  await expect.element(advice.getByText('1 распоряжение давно не пересматривали')).toBeVisible();
  await expect
    .element(advice.getByRole('link', { name: 'Письмо внукам' }))
    .toHaveAttribute('href', expect.stringContaining('edit=x'));
  await expect.element(advice.getByText('Письма остаются на этом сервере')).toBeVisible();
  await expectAccessible();
});

it('shows readiness when there are no findings', async () => {
  await openPage('/readiness');
  await expect.element(page.getByText('Всё готово').first()).toBeVisible();
  await expect.element(region('Стоит поправить')).not.toBeInTheDocument();
});

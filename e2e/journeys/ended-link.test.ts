import { supportTerms } from '@zavet/contract/support/support-terms';
import { bringAxe, expectAccessible } from '../accessible.ts';
import { expect, skipDays, test } from '../moved-clock-fixture.ts';
import { activateProtocol, trustedPersonOf } from '../protocol.ts';
import { screen } from '../screen.ts';
import { writeInstruction } from '../vault.ts';

test.use({ settings: { SUPPORT_EMAIL: 'people@example.org' } });

test('a link that has ended says so, and names a person who helps and when', async ({
  page,
  person,
  mailbox,
  ownServer,
  visitor,
}) => {
  expect(person.email).toBeTruthy();
  const contact = await trustedPersonOf(page.request, mailbox, ownServer.url);
  await writeInstruction(page.request, [contact.contactId], 'Письмо внукам');
  await activateProtocol(contact, ownServer.url);
  const link = await mailbox.newestLink(contact.email, '/delivery');
  const reader = await visitor({ viewport: { width: 360, height: 740 } });
  await bringAxe(reader.context());
  const help = reader.getByRole('link', { name: 'people@example.org' });
  await reader.goto(link);
  await screen(reader, 'Письмо внукам').waitFor();
  await expect(help).toHaveAttribute('href', 'mailto:people@example.org');

  await skipDays(page, 366);
  await reader.goto(link);
  // With the year the letter itself is gone, and nobody knows the link any more.
  const ended = screen(reader, 'Ссылка не действует');
  await expect(ended.getByText(/Ссылки действуют год/)).toBeVisible();
  await expect(help).toHaveAttribute('href', 'mailto:people@example.org');
  const hours = `с ${supportTerms.opensAt} до ${supportTerms.closesAt}`;
  await expect(reader.getByText(hours)).toBeVisible();
  await expectAccessible(reader);
  await contact.request.dispose();

  // Where no script runs, the page says what to do, and whom to ask.
  const old = await visitor({ javaScriptEnabled: false });
  await old.goto(link);
  await expect(old.getByText(/^Послание не открывается\? Включите/)).toContainText(
    'people@example.org',
  );
});

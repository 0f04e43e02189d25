import { bringAxe, expectAccessible } from '../accessible.ts';
import { expect, passDays, showDay, skipDays, test } from '../moved-clock-fixture.ts';
import { signInPerson, signUpPerson } from '../people.ts';
import { acceptInvitation } from '../protocol.ts';
import { fillLogin, screen } from '../screen.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test('who is absent for three years is warned three times and then gone; who signs in stays', async ({
  page,
  person,
  mailbox,
  visitor,
}) => {
  const maria = await visitor();
  await bringAxe(maria.context());
  const contact = await signUpPerson(maria.request, mailbox);
  const { id: contactId } = await nameContact(page.request, 'Мария Орлова', contact.email);
  await acceptInvitation(maria.request, mailbox, contact.email);
  await writeInstruction(page.request, [contactId], 'Где завещание');
  const returning = await visitor();
  const other = await signUpPerson(returning.request, mailbox);

  await skipDays(maria, 1006);
  await passDays(maria, 1, contact);
  await mailbox.newestMail(person.email, 'напишем ещё два раза');
  await mailbox.newestMail(other.email, 'напишем ещё два раза');
  await skipDays(maria, 31);
  const second = await passDays(maria, 1, contact);
  await mailbox.newestMail(person.email, 'второе предупреждение');
  const warning = await mailbox.newestMail(other.email, 'второе предупреждение');

  await showDay(returning, second);
  await returning.goto(/http\S+\/login/.exec(warning.text)?.[0] ?? '');
  await fillLogin(returning, other);
  await screen(returning, /./).waitFor();

  await skipDays(maria, 31);
  const third = await passDays(maria, 1, contact);
  await mailbox.newestMail(person.email, 'последнее предупреждение');
  const told = await mailbox.newestMail(contact.email, 'не отвечает на предупреждения');
  expect(told.text).toContain(person.email);
  await showDay(maria, third);
  await maria.goto('/trusted-legacies');
  await expect(maria.getByText(person.email).first()).toBeVisible();
  await expectAccessible(maria);

  await skipDays(maria, 32);
  const end = await passDays(maria, 2, contact);
  await showDay(maria, end);
  await maria.goto('/trusted-legacies');
  await screen(maria, 'Мне доверили').waitFor();
  await expect(maria.getByText(person.email)).toHaveCount(0);
  const answer = await page.request.post('/api/session', { data: person });
  expect(answer.status()).toBe(401);
  const { mails } = await (await page.request.get('/api/dev/mails')).json();
  const ofGone = mails.filter(({ to }: { to: string }) => to.includes(person.email));
  expect(ofGone.length).toBeLessThanOrEqual(1);
  await signInPerson(returning.request, other);
});

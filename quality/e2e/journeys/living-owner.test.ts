import { expect, passDays, test } from '../own-server-fixture.ts';
import { expectShown } from '../page-recorder.ts';
import { newAddress, signInPerson, signUpPerson } from '../people.ts';
import { activateProtocol, createTrustedPerson, setProtocolRules } from '../protocol.ts';
import { follow, provePassword } from '../screen.ts';
import { createInstruction } from '../vault.ts';

test('letters are released after the waiting period; a living owner closes unread letters and rearms the protocol, and a second start works', async ({
  page,
  mailbox,
  visitor,
  ownServer,
}) => {
  const person = await signUpPerson(page.request, mailbox);
  const maria = await createTrustedPerson(page.request, mailbox, ownServer.url, 'Мария Орлова');
  const notary = newAddress();
  const text = 'Оригинал в верхнем ящике стола.';
  await createInstruction(page.request, [maria.contactId], 'Где завещание', text, notary);
  await setProtocolRules(page.request, { waiting_hours: 72 });
  await activateProtocol(maria, ownServer.url);

  await passDays(page, 2);
  await mailbox.newestMail(person.email, 'потом остановить их будет нельзя');
  await passDays(page, 1);
  const reader = await visitor();
  const letter = await mailbox.newestLink(notary, '/delivery');
  await reader.goto(letter);
  await expect(reader.getByText(text)).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByText(/Ваш протокол запущен/)).toBeVisible();
  const mail = await follow(page.getByRole('link', { name: 'Доставка писем' }), 'Почта');
  await expect(mail.getByRole('heading', { name: 'Что открыли' })).toBeVisible();
  await expect(mail.getByText(notary).first()).toBeVisible();
  await mail.getByRole('button', { name: 'Закрыть непрочитанные (1)' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Закрыть письма' }).click();
  await provePassword(page, person);
  await expectShown(page, 'Закрыто 1 письмо');
  await expect(mail.getByText('Неоткрытых писем не осталось.')).toBeVisible();
  const unread = await visitor();
  await unread.goto(await mailbox.newestLink(maria.email, '/delivery'));
  await expect(
    unread.getByRole('heading', { name: 'С автором письма всё в порядке' }),
  ).toBeVisible();

  await mail.getByRole('button', { name: 'Включить протокол снова' }).click();
  const question = page.getByRole('dialog');
  await question.getByRole('button', { name: 'Включить снова' }).click();
  await expectShown(page, 'Протокол снова включён');
  await reader.goto(letter);
  await expect(
    reader.getByRole('heading', { name: 'С автором письма всё в порядке' }),
  ).toBeVisible();
  await page.goto('/settings?tab=protocol');
  await expect(page.getByText('Писем: 2, прочитано: 1')).toBeVisible();

  await activateProtocol(maria, ownServer.url);
  await page.goto('/dashboard');
  await expect(page.getByRole('dialog', { name: 'Ничего ещё не отправлено' })).toBeVisible();
  await passDays(page, 3);
  await reader.goto(await mailbox.newestLink(notary, '/delivery'));
  await expect(reader.getByText(text)).toBeVisible();
  await signInPerson(page.request, person);
  await maria.request.dispose();
});

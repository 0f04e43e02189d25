import type { Page } from '@playwright/test';
import { deskWidths, expectAccessible } from '../accessible.ts';
import { Operator } from '../operators.ts';
import { deskScreens, longDocuments, privateScreens, publicScreens } from '../screens.ts';
import { expect, test } from '../server-fixture.ts';
import { settled } from '../settled.ts';
import { expectSteady, watchMoves } from '../steady.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test.beforeEach(async ({ context }) => {
  await watchMoves(context);
});

/** Opens screens one after another. Each arrives without moving and has no violation. */
async function expectFine(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path);
    await settled(page);
    await expectSteady(page);
    await expectAccessible(page);
  }
}

test('public screens and documents arrive without moving and have no accessibility violation', async ({
  page,
}) => {
  await expectFine(page, [...publicScreens, ...longDocuments]);
});

test('empty private screens arrive without moving and have no accessibility violation', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await expectFine(page, privateScreens);
});

test('filled screens and the desk arrive without moving and have no accessibility violation', async ({
  page,
  person,
  mailbox,
  server,
  visitor,
}) => {
  const { id: contactId } = await nameContact(page.request, 'Мария Константиновна Орлова');
  await writeInstruction(page.request, [contactId], 'Где лежит завещание');
  const data = { message: 'Как прикрепить файл?', userEmail: person.email };
  await page.request.post('/api/support/requests', { data });
  await expectFine(page, filledScreens);
  await page.goto('/contact');
  await page.getByRole('button', { name: /Ещё: / }).click();
  await expect(page.getByRole('menu')).toBeVisible();
  await expectAccessible(page);

  const desk = await visitor({ viewport: { width: 1280, height: 900 } });
  const operator = await Operator.appoint(desk, mailbox, server);
  await operator.openDesk();
  for (const path of deskScreens) {
    await desk.goto(path);
    await expectAccessible(desk, deskWidths);
  }
});

const filledScreens = ['/contact', '/instructions', '/mail', '/dashboard', '/settings?tab=support'];

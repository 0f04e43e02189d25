import type { Page } from '@playwright/test';
import { checksEverything, deskWidths, expectAccessible, expectFitsPhone } from '../accessible.ts';
import { Operator } from '../operators.ts';
import {
  deskScreens,
  filledScreens,
  longDocuments,
  lookedAtByComponents,
  privateScreens,
  publicScreens,
} from '../screens.ts';
import { expect, test } from '../server-fixture.ts';
import { settled } from '../settled.ts';
import { expectSteady, watchMoves } from '../steady.ts';
import { nameContact, writeInstruction } from '../vault.ts';

test.beforeEach(async ({ context }) => {
  await watchMoves(context);
});

test('public screens and documents arrive without moving and have no accessibility violation', async ({
  page,
}) => {
  await expectFine(page, publicScreens, lookedAtByComponents.public);
  for (const path of longDocuments) {
    await expectToArrive(page, path);
    await (checksEverything ? expectAccessible(page) : expectFitsPhone(page));
  }
});

test('empty private screens arrive without moving and have no accessibility violation', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await expectFine(page, privateScreens, lookedAtByComponents.empty);
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
  await expectFine(page, filledScreens, lookedAtByComponents.filled);
  if (checksEverything) {
    await page.goto('/contact');
    await page.getByRole('button', { name: /Ещё: / }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
  }

  const desk = await visitor({ viewport: { width: 1280, height: 900 } });
  await watchMoves(desk.context());
  const operator = await Operator.appoint(desk, mailbox, server);
  await operator.openDesk();
  await expectFine(desk, deskScreens, lookedAtByComponents.desk, deskWidths);
});

/** Each screen arrives without moving. Axe finds nothing in those that no component test looks at. */
async function expectFine(
  page: Page,
  paths: readonly string[],
  lookedAt: Readonly<Record<string, string>>,
  widths?: readonly [number, number],
): Promise<void> {
  for (const path of paths) {
    await expectToArrive(page, path);
    if (checksEverything || !(path in lookedAt)) await expectAccessible(page, widths);
  }
}

/** Loads a screen anew; nothing on it moves meanwhile. */
async function expectToArrive(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await settled(page);
  await expectSteady(page);
}

import type { Page } from '@playwright/test';
import { Operator } from '../operators.ts';
import { expectSettled } from '../screen.ts';
import {
  checksEverything,
  deskWidths,
  expectAccessible,
  expectFitsPhone,
  expectNoLayoutShift,
  watchLayoutShifts,
} from '../screen-checks.ts';
import {
  coveredByComponentTests,
  deskScreens,
  filledScreens,
  longDocuments,
  privateScreens,
  publicScreens,
} from '../screens.ts';
import { expect, test } from '../server-fixture.ts';
import { createContact, createInstruction } from '../vault.ts';

test.beforeEach(async ({ context }) => {
  await watchLayoutShifts(context);
});

test('public screens and documents load without layout shift and have no accessibility violation', async ({
  page,
}) => {
  await expectScreensPass(page, publicScreens, coveredByComponentTests.public);
  for (const path of longDocuments) {
    await openWithoutShift(page, path);
    await (checksEverything ? expectAccessible(page) : expectFitsPhone(page));
  }
});

test('empty private screens load without layout shift and have no accessibility violation', async ({
  page,
  person,
}) => {
  expect(person.email).toBeTruthy();
  await expectScreensPass(page, privateScreens, coveredByComponentTests.empty);
});

test('filled screens and the desk load without layout shift and have no accessibility violation', async ({
  page,
  person,
  mailbox,
  server,
  visitor,
}) => {
  const { id: contactId } = await createContact(page.request, 'Мария Константиновна Орлова');
  await createInstruction(page.request, [contactId], 'Где лежит завещание');
  const data = { message: 'Как прикрепить файл?', userEmail: person.email };
  await page.request.post('/api/support/requests', { data });
  await expectScreensPass(page, filledScreens, coveredByComponentTests.filled);
  if (checksEverything) {
    await page.goto('/contact');
    await page.getByRole('button', { name: /Ещё: / }).click();
    await expect(page.getByRole('menu')).toBeVisible();
    await expectAccessible(page);
  }

  const desk = await visitor({ viewport: { width: 1280, height: 900 } });
  await watchLayoutShifts(desk.context());
  const operator = await Operator.appoint(desk, mailbox, server);
  await operator.openDesk();
  await expectScreensPass(desk, deskScreens, coveredByComponentTests.desk, deskWidths);
});

/** Each screen loads without layout shift; axe checks those that no component test covers. */
async function expectScreensPass(
  page: Page,
  paths: readonly string[],
  covered: Readonly<Record<string, string>>,
  widths?: readonly [number, number],
): Promise<void> {
  for (const path of paths) {
    await openWithoutShift(page, path);
    if (checksEverything || !(path in covered)) await expectAccessible(page, widths);
  }
}

/** Loads a screen and expects that nothing on it moves meanwhile. */
async function openWithoutShift(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectSettled(page);
  await expectNoLayoutShift(page);
}

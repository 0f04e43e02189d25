import { expect, type Locator, type Page, type Request } from '@playwright/test';

/** The activation button, by what it says in Russian or in English. */
export function pressButton(page: Page): Locator {
  return page.getByRole('button', { name: /(осталось нажатий|presses left): / });
}

/** Presses, steadily, until the question is asked. */
export async function pressToQuestion(page: Page): Promise<Locator> {
  const dialog = page.getByRole('dialog');
  await insist(async () => {
    if (await dialog.isVisible()) return;
    await pressButton(page).click({ timeout: 500 });
    await expect(dialog).toBeVisible({ timeout: 100 });
  });
  return dialog;
}

/** Agrees to pay. An answer in the first blink after the question is let pass and is repeated. */
export async function agree(page: Page): Promise<void> {
  let isAsked = false;
  const note = (request: Request) => {
    isAsked ||= request.url().endsWith('/api/activations');
  };
  page.on('request', note);
  await insist(async () => {
    if (isAsked) return;
    await page.getByRole('dialog').getByRole('button', { name: /7.000/ }).click({ timeout: 500 });
    await expect.poll(() => isAsked, { timeout: 200 }).toBe(true);
  });
  page.off('request', note);
}

export async function agreeToPay(page: Page): Promise<void> {
  await agree(page);
  await expect(page).toHaveURL(/\/mock-payment\?/);
}

function insist(attempt: () => Promise<void>): Promise<void> {
  return expect(attempt).toPass({ intervals: [700], timeout: 20_000 });
}

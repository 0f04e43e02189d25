import { expect, type Locator, type Page } from '@playwright/test';

/** Longer than the product takes two presses for one of an unsteady hand. */
const steadyPressMs = 700;

/** The activation button, by what it says in the locale of the journeys or in English. */
export function pressButton(page: Page): Locator {
  return page.getByRole('button', { name: /осталось нажатий: |presses left: / });
}

/** Presses, steadily, until the question is asked. */
export async function pressToQuestion(page: Page): Promise<Locator> {
  const button = pressButton(page);
  const said = await button.innerText();
  for (let left = Number(said.at(-1)); left > 0; left -= 1) {
    await expect(button).toHaveText(new RegExp(`: ${left}$`));
    await steadily(button);
  }
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  return dialog;
}

/** Agrees to pay, and not in the first blink after the question, which would be let pass. */
export async function agree(page: Page): Promise<void> {
  const asked = page.waitForRequest((request) => request.url().endsWith('/api/activations'));
  await steadily(page.getByRole('dialog').getByRole('button', { name: /7.000/ }));
  await asked;
}

export async function agreeToPay(page: Page): Promise<void> {
  await agree(page);
  await expect(page).toHaveURL(/\/mock-payment\?/);
}

/** Asks the other contacts to agree, which an owner may demand before anybody pays. */
export function askOthers(page: Page): Promise<void> {
  return steadily(page.getByRole('dialog').getByRole('button', { name: 'Попросить остальных' }));
}

/** Holds the button down for a moment, so that a press never follows the one before too soon. */
function steadily(button: Locator): Promise<void> {
  return button.click({ delay: steadyPressMs });
}

import { setTimeout as pass } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/** How late an answer may come, in milliseconds; usually none is held back. */
const latest = Number(process.env.ANSWERS_LATE_BY_MS ?? 0);

/** Lets the answers of the server come late and in any order, as on a bad line. */
export async function delayAnswers(context: BrowserContext): Promise<void> {
  if (latest === 0) return;
  await context.route('**/api/**', async (route) => {
    await pass(Math.random() * latest);
    // The page that asked may be closed by now.
    await route.fallback().catch(() => undefined);
  });
}

import { afterEach, beforeEach, expect } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { FarEnd } from './far-end.ts';
import { answerStrangers } from './signed-in-person.ts';
import { uploadRequestTo } from './upload-request.ts';

const realFetch = globalThis.fetch;

/** The server of the test that runs. */
export let farEnd = new FarEnd();

globalThis.fetch = (input, init) =>
  typeof input === 'string' && input.startsWith('/api/')
    ? farEnd.fetch(input, init)
    : realFetch(input, init);

beforeEach(() => {
  farEnd = new FarEnd();
  answerStrangers(farEnd);
  globalThis.XMLHttpRequest = uploadRequestTo(farEnd);
  localStorage.clear();
  sessionStorage.clear();
});

afterEach(async () => {
  closeToasts();
  await cleanup();
  expect(farEnd.unanswered, 'calls that the test has no answer for').toEqual([]);
});

/** What one test was told must not lie over the buttons of the next. */
function closeToasts(): void {
  const closing = '[aria-label="Сообщения"] button';
  for (const close of document.querySelectorAll<HTMLElement>(closing)) close.click();
}

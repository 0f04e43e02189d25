import './long-timings.ts';
import { afterEach, beforeEach, expect } from 'vitest';
import { page } from 'vitest/browser';
import { cleanup } from 'vitest-browser-react';
import { fakeServer } from './fake-server.ts';
import { answerVisitor } from './signed-in-person.ts';
import { uploadRequestTo } from './upload-request.ts';

const realFetch = globalThis.fetch;

/** Wider than the layout with a bottom bar, narrower than those with content beside the screen. */
const usualSize = { width: 1024, height: 800 };

globalThis.fetch = (input, init) =>
  typeof input === 'string' && input.startsWith('/api/')
    ? fakeServer.fetch(input, init)
    : realFetch(input, init);

beforeEach(async () => {
  fakeServer.reset();
  answerVisitor(fakeServer);
  globalThis.XMLHttpRequest = uploadRequestTo(fakeServer);
  localStorage.clear();
  sessionStorage.clear();
  const { width, height } = usualSize;
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height);
});

afterEach(async () => {
  closeToasts();
  await cleanup();
  expect(fakeServer.unanswered, 'calls that the test has no answer for').toEqual([]);
});

/** Closes the toasts, so that they do not cover the buttons of the next test. */
function closeToasts(): void {
  const closing = '[aria-label="Сообщения"] button';
  for (const close of document.querySelectorAll<HTMLElement>(closing)) close.click();
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PagePresence } from './page-presence.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function open() {
  const page = new EventTarget();
  const presence = new PagePresence(page);
  const fire = (name: string) => page.dispatchEvent(new Event(name));
  /** Whether what waits for the page has gone on. */
  const told = async () => {
    let isTold = false;
    void presence.stays().then(() => {
      isTold = true;
    });
    await vi.advanceTimersByTimeAsync(0);
    return () => isTold;
  };
  return { fire, told };
}

test('a page that is not being left is told at once', async () => {
  const { told } = open();
  expect((await told())()).toBe(true);
});

test('a page that is gone is never told, and one that is shown again is', async () => {
  const { fire, told } = open();
  fire('beforeunload');
  fire('pagehide');
  const isTold = await told();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(isTold()).toBe(false);
  fire('pageshow');
  await vi.advanceTimersByTimeAsync(0);
  expect(isTold()).toBe(true);
});

test('a page that was only about to be left is told a little later', async () => {
  const { fire, told } = open();
  fire('beforeunload');
  const isTold = await told();
  expect(isTold()).toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(isTold()).toBe(true);
});

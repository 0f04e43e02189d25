import { afterEach, expect, test, vi } from 'vitest';
import { isUnanswered } from '../../interface/error-text.ts';
import { CodeGone, fetched } from './fetched.ts';

const address = 'https://zavet.example/assets/panel.css';
const failed = () => Promise.reject(new Error(`Unable to preload CSS for ${address}`));
const failureOf = (load: () => Promise<unknown>) =>
  fetched(load).catch((thrown: unknown) => thrown);

/** A page with the link of a style that did not come, whose server answers so. */
function page(answer: () => Promise<Response>) {
  const links = new Set([address]);
  vi.stubGlobal('fetch', answer);
  vi.stubGlobal('document', {
    querySelector: (selector: string) => ({
      remove: () => {
        for (const link of links) if (selector.includes(`"${link}"`)) links.delete(link);
      },
    }),
  });
  return links;
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  new Error('Unable to preload CSS for /assets/panel.css'),
  new TypeError('Importing a module script failed.'),
])('what could not be fetched is told as a line that is down: %s', async (error) => {
  const failure = await failureOf(() => Promise.reject(error));
  expect(isUnanswered(failure)).toBe(true);
});

test('a style that did not come is asked for again the next time', async () => {
  const links = page(() => Promise.reject(new TypeError('Failed to fetch')));
  expect(isUnanswered(await failureOf(failed))).toBe(true);
  expect([...links]).toEqual([]);
});

test('code that the server no longer has is told from a server that is away', async () => {
  page(async () => new Response(null, { status: 404 }));
  expect(await failureOf(failed)).toBeInstanceOf(CodeGone);
  page(async () => new Response(null, { status: 503 }));
  expect(await failureOf(failed)).not.toBeInstanceOf(CodeGone);
});

test('what was fetched is passed on', async () => {
  expect(await fetched(async () => 'panel')).toBe('panel');
});

import { afterEach, expect, test, vi } from 'vitest';
import { isConnectionFailure } from '../../../ui/error-text.ts';
import { loadCode, MissingCodeError } from './lazy-code.tsx';

const address = 'https://zavet.example/assets/panel.css';
const loadWithoutStyle = () => Promise.reject(new Error(`Unable to preload CSS for ${address}`));
const failureOf = (load: () => Promise<unknown>) =>
  loadCode(load).catch((thrown: unknown) => thrown);

/** Stubs a page whose server responds with this status, or not at all. */
function stubPage(status: number | undefined) {
  const styles: string[] = [];
  vi.stubGlobal('fetch', async () => {
    if (status === undefined) throw new TypeError('Failed to fetch');
    return new Response(null, { status });
  });
  const append = (link: { href: string; onload(): void; onerror(): void }) => {
    styles.push(link.href);
    queueMicrotask(() => (status === 200 ? link.onload() : link.onerror()));
  };
  vi.stubGlobal('document', {
    createElement: () => ({ remove: () => styles.pop() }),
    head: { append },
  });
  return styles;
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  new Error('Unable to preload CSS for /assets/panel.css'),
  new TypeError('Importing a module script failed.'),
])('reports a failed import as a network failure: %s', async (error) => {
  const failure = await failureOf(() => Promise.reject(error));
  expect(isConnectionFailure(failure)).toBe(true);
});

test('loads a missing style sheet again before the module that needs it', async () => {
  stubPage(undefined);
  expect(isConnectionFailure(await failureOf(loadWithoutStyle))).toBe(true);
  const load = vi.fn(async () => 'panel');
  expect(isConnectionFailure(await failureOf(load))).toBe(true);
  expect(load).not.toHaveBeenCalled();
  const styles = stubPage(200);
  expect(await loadCode(load)).toBe('panel');
  expect(await loadCode(load)).toBe('panel');
  expect(styles).toEqual([address]);
});

test('distinguishes code that the server no longer has from an unavailable server', async () => {
  stubPage(404);
  expect(await failureOf(loadWithoutStyle)).toBeInstanceOf(MissingCodeError);
  stubPage(503);
  expect(await failureOf(loadWithoutStyle)).not.toBeInstanceOf(MissingCodeError);
  stubPage(200);
  expect(await loadCode(async () => 'panel')).toBe('panel');
});

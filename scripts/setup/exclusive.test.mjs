import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { withLock } from './exclusive.mjs';

const module = new URL('./exclusive.mjs', import.meta.url).href;

/** Another process that acquires the lock and holds it. */
async function holderOf(name) {
  const script = `
    import { withLock } from ${JSON.stringify(module)};
    await withLock(${JSON.stringify(name)}, () => {
      console.log('held');
      return new Promise((resolve) => process.stdin.on('end', resolve).resume());
    });`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script]);
  await once(child.stdout, 'data');
  return child;
}

test('work of the same name never overlaps', async () => {
  const name = `overlap ${process.pid}`;
  let running = 0;
  const work = async () => {
    running += 1;
    await new Promise(setImmediate);
    expect(running).toBe(1);
    running -= 1;
    return 'done';
  };
  const results = await Promise.all([1, 2, 3, 4].map(() => withLock(name, work)));
  expect(results).toEqual(['done', 'done', 'done', 'done']);
});

test('work of different names does not wait', async () => {
  const outer = `outer ${process.pid}`;
  const inner = () => withLock(`inner ${process.pid}`, async () => 'both');
  expect(await withLock(outer, inner)).toBe('both');
});

test('failed work releases the lock and passes its error on', async () => {
  const name = `failing ${process.pid}`;
  const failing = withLock(name, () => Promise.reject(new Error('broken')));
  await expect(failing).rejects.toThrow('broken');
  expect(await withLock(name, async () => 'free')).toBe('free');
});

test.each([
  ['by ending its work', (holder) => holder.stdin.end()],
  ['by being killed', (holder) => holder.kill('SIGKILL')],
])('another process releases the lock %s', async (way, release) => {
  const name = `${way} ${process.pid}`;
  const holder = await holderOf(name);
  let result;
  await new Promise((resolve) => {
    result = withLock(name, async () => 'mine', resolve);
  });
  release(holder);
  expect(await result).toBe('mine');
});

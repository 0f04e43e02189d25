import { expect, test } from 'vitest';
import { oneAtATime } from './one-at-a-time.ts';

test('a second press while the first is under way sends nothing', async () => {
  const attempt = oneAtATime();
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const send = async () => {
    sent += 1;
    await promise;
  };
  const presses = [attempt(send), attempt(send)];
  expect(sent).toBe(1);
  resolve();
  await Promise.all(presses);
  await attempt(send);
  expect(sent).toBe(2);
});

test('after a failure one can press again', async () => {
  const attempt = oneAtATime();
  const failing = () => Promise.reject(new Error('no answer'));
  await expect(attempt(failing)).rejects.toThrow('no answer');
  await expect(attempt(failing)).rejects.toThrow('no answer');
});

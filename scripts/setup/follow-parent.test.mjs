import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const module = new URL('./follow-parent.mjs', import.meta.url).href;

test('a process ends when its parent is killed', async () => {
  const inner = `
    process.on('SIGTERM', () => { console.log('ended'); process.exit(); });
    setInterval(() => {}, 1000);
    console.log('ready');`;
  const outer = `
    const { spawn } = require('node:child_process');
    const args = ['--import', ${JSON.stringify(module)}, '--eval', ${JSON.stringify(inner)}];
    spawn(process.execPath, args, { stdio: 'inherit' });`;
  const parent = spawn(process.execPath, ['--eval', outer]);
  let output = '';
  parent.stdout.on('data', (text) => {
    output += text;
  });
  await once(parent.stdout, 'data');
  parent.kill('SIGKILL');
  // The pipe is shared with the inner process, so it closes when both have ended.
  await once(parent.stdout, 'close');
  expect(output).toBe('ready\nended\n');
});

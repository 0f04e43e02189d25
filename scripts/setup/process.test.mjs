import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const module = new URL('./process.mjs', import.meta.url).href;

/** A process that runs `main` with an inner script as command. */
function script(inner, options = {}) {
  const outer = `
    import { main, start } from ${JSON.stringify(module)};
    const inner = ['--eval', ${JSON.stringify(inner)}];
    await main(async () => start(process.execPath, inner, { isolated: true }).ended);`;
  return spawn(process.execPath, ['--input-type=module', '--eval', outer], options);
}

const waiting = `
  process.on('SIGTERM', () => { console.log('ending'); process.exit(7); });
  console.log('ready');
  setInterval(() => {}, 1000);`;

/** Ends after a delay, in which a second signal would be visible in the output. */
const slow = `
  process.on('SIGINT', () => { console.log('ending'); setTimeout(process.exit, 200, 0); });
  console.log('ready');
  setInterval(() => {}, 1000);`;

test('forwards SIGTERM and ends with the exit code of the command', async () => {
  const child = script(waiting);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  await once(child.stdout, 'data');
  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(output).toBe('ready\nending\n');
  expect(code).toBe(7);
});

test('a signal to the whole process group reaches an isolated command once', async () => {
  const child = script(slow, { detached: true });
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
  });
  await once(child.stdout, 'data');
  process.kill(-child.pid, 'SIGINT');
  await once(child, 'close');
  expect(output).toBe('ready\nending\n');
});

test('a command ended by a signal gives the exit code a shell would give', async () => {
  const [code] = await once(script("process.kill(process.pid, 'SIGKILL')"), 'exit');
  expect(code).toBe(137);
});

test('commands that run together end together, with the exit code of the first', async () => {
  const pidOfFirst = "console.log('pid', process.pid); setInterval(() => {}, 1000);";
  const both = `
    import { main, start, runTogether } from ${JSON.stringify(module)};
    const run = (inner) => start(process.execPath, ['--eval', inner], { isolated: true });
    await main(() => runTogether(run(${JSON.stringify(pidOfFirst)}), run(${JSON.stringify(waiting)})));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', both]);
  let output = '';
  child.stdout.on('data', (text) => {
    output += text;
    const [, pid] = /pid (\d+)\n/.exec(output) ?? [];
    if (pid && output.includes('ready') && !output.includes('ending'))
      process.kill(Number(pid), 'SIGKILL');
  });
  const [code] = await once(child, 'close');
  expect(output).toMatch(/ending\n$/);
  expect(code).toBe(137);
});

test('an expected failure prints one sentence', async () => {
  const missing = `
    import { main, run } from ${JSON.stringify(module)};
    await main(() => run('no-such-command', []));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', missing]);
  let errors = '';
  child.stderr.on('data', (text) => {
    errors += text;
  });
  const [code] = await once(child, 'close');
  expect(errors.trim()).toBe('no-such-command could not be started: spawn no-such-command ENOENT');
  expect(code).toBe(1);
});

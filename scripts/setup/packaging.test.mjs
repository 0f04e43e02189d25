import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProject } from './project.mjs';

describe('a package', () => {
  it('names the licence of the Node it contains', () => {
    const { dependencies } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
    const page = readFileSync(inProject('packaging/README.md'), 'utf8');
    expect(page).toContain(`Node ${dependencies.node}`);
  });
});

describe('its command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'zavet-launcher-'));
  const place = join(folder, 'zavet-1.0.0');
  const at = (...names) => join(place, ...names);
  beforeAll(() => {
    mkdirSync(at('bin'), { recursive: true });
    mkdirSync(at('apps/server/dist/current'), { recursive: true });
    for (const file of ['zavet', 'commands.txt']) cpSync(inProject('packaging', file), at(file));
    writeFileSync(at('node-flags.txt'), '--one\n--two=2\n');
    writeFileSync(at('apps/server/dist/current/run-keys.js'), '');
    writeFileSync(at('apps/server/dist/current/release.json'), '{"version":"1.0.0"}\n');
    writeFileSync(at('bin/node'), '#!/bin/sh\nfor one in "$@"; do echo "<$one>"; done\nenv\n');
    chmodSync(at('bin/node'), 0o755);
    symlinkSync('zavet-1.0.0', join(folder, 'zavet'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function run(args, env = {}) {
    const command = join(folder, 'zavet', 'zavet');
    const options = { encoding: 'utf8', cwd: folder, env: { PATH: process.env.PATH, ...env } };
    const { status, stdout, stderr } = spawnSync(command, args, options);
    return { status, stdout, stderr };
  }

  it('runs the program beside itself, also through a link, with its arguments unchanged', () => {
    const { status, stdout } = run(['keys', 'drop', 'a b', '']);
    expect(status).toBe(0);
    const program = at('apps/server/dist/current/keys.js');
    const words = ['--one', '--two=2', program, 'drop', 'a b', ''];
    expect(stdout.split('\n').slice(0, words.length)).toEqual(words.map((word) => `<${word}>`));
  });

  it('keeps a compile cache of Node only where NODE_COMPILE_CACHE says', () => {
    expect(run(['keys']).stdout).toContain('NODE_DISABLE_COMPILE_CACHE=1');
    const kept = run(['keys'], { NODE_COMPILE_CACHE: '/var/cache/zavet' }).stdout;
    expect(kept).not.toContain('NODE_DISABLE_COMPILE_CACHE');
  });

  it.each([[[]], [['nothing']], [['../keys']], [['--flag']], [['Keys']]])(
    'answers %j with the list of commands',
    (args) => {
      const { status, stdout, stderr } = run(args);
      expect([status, stdout]).toEqual([64, '']);
      expect(stderr).toMatch(/^Use zavet .*\n {2}keys +shows the master keys.*\n$/);
    },
  );

  it('takes settings from the given file, else from .env, and refuses a missing file', () => {
    const file = join(folder, 'zavet.env');
    writeFileSync(file, 'PORT=1\n');
    expect(run([`--env-file=${file}`, 'keys']).stdout).toContain(`<--env-file=${file}>`);
    writeFileSync(join(folder, '.env'), 'PORT=2\n');
    expect(run(['keys']).stdout).toContain('<--env-file=.env>');
    expect(run([`--env-file=${file}`, 'keys']).stdout).not.toContain('=.env>');
    rmSync(join(folder, '.env'));
    const { status, stderr } = run([`--env-file=${folder}/none`, 'keys']);
    expect(status).toBe(78);
    expect(stderr).toMatch(/^\S+\/none cannot be read;.*\n$/);
  });

  it('prints its version and its commands on request', () => {
    expect(run(['version'])).toEqual({ status: 0, stdout: '{"version":"1.0.0"}\n', stderr: '' });
    expect(run(['help'])).toMatchObject({ status: 0, stderr: '' });
  });
});

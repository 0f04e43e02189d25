import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../setup/project.mjs';

const config = join(import.meta.dirname, 'planted', 'vitest.config.ts');

// That a clean run exits with zero is what every other step of a green `npm test` shows.
test.each(['failing', 'unhandled-rejection'])(
  'a run of tests with PostgreSQL exits non-zero unless it is clean: %s',
  (planted) => {
    const run = spawnSync(
      process.execPath,
      [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config],
      { env: { ...process.env, PLANTED: planted }, encoding: 'utf8' },
    );
    expect(run.stdout).toContain('1 test');
    expect(run.status, run.stdout + run.stderr).toBe(1);
  },
);

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inProject } from '../setup/project.mjs';

const config = join(import.meta.dirname, 'exit-code-fixtures', 'vitest.config.ts');

// A clean run is not tested here: other steps of `npm test` show that it exits with zero.
test.each(['failing', 'unhandled-rejection'])(
  'a test run with PostgreSQL exits with an error after: %s',
  (fixture) => {
    const run = spawnSync(
      process.execPath,
      [inProject('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', config],
      { env: { ...process.env, FIXTURE: fixture }, encoding: 'utf8' },
    );
    expect(run.stdout).toContain('1 test');
    expect(run.status, run.stdout + run.stderr).toBe(1);
  },
);

import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { textFiguresModule } from './apps/web/build/virtual-modules.ts';

const integrationTests = '{apps/server,quality/faults}/**/*.integration.test.ts';
/** Generous limits, which only end hanging tests. */
const limits = {
  // A single test of the long proofs runs thousands of schedules.
  testTimeout: process.env.LONG_PROOFS ? 4 * 3_600_000 : 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 120_000 }, requireAssertions: true },
  setupFiles: ['./apps/server/test/vitest-setup.ts'],
  // React renders the mails in half the time in production mode.
  env: { NODE_ENV: 'production' },
};
const productionJsx = { oxc: { jsx: { development: false } } };

/**
 * Project after project, because a worker ends when the next file is one of another project and the
 * next worker loads all modules again. Within a project slow files first, so that none runs alone at the
 * end.
 */
class ByProjectSlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const slowness = new Map(sorted.map((file) => [file, slownessOf(file)]));
    const ordered = [2, 1, 0].flatMap((of) => sorted.filter((file) => slowness.get(file) === of));
    const projects = new Set(ordered.map(({ project }) => project));
    return [...projects].flatMap((project) => ordered.filter((file) => file.project === project));
  }
}

/** 2: files that wait for timers of processes or explore the model; 1: files that start processes. */
function slownessOf({ moduleId }: TestSpecification): number {
  if (/\/release-model\.test/.test(moduleId)) return 2;
  if (/\/(survival|embedded-database|process|process-monitoring)\.integration\./.test(moduleId))
    return 2;
  const starters = /\/test\/(machine|server-process|object-stores)\.ts'/;
  return starters.test(readFileSync(moduleId, 'utf8')) ? 1 : 0;
}

export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    pool: 'forks',
    // Modules are loaded once per worker instead of once per file: half of the time.
    isolate: false,
    sequence: { sequencer: ByProjectSlowestFirst },
    teardownTimeout: 60_000,
    // More than the cores of a small machine, because integration tests often wait.
    maxWorkers: 3,
    projects: [
      'apps/web/vitest.config.ts',
      {
        ...productionJsx,
        plugins: [textFiguresModule()],
        test: {
          name: 'unit',
          include: [
            'packages/contract/**/*.test.ts',
            'apps/server/**/*.test.{ts,tsx}',
            'apps/web/**/*.test.{ts,tsx}',
            'quality/fakes/**/*.test.ts',
            'quality/faults/*.test.ts',
            'quality/e2e/*.test.ts',
            'scripts/**/*.test.mjs',
          ],
          exclude: ['**/node_modules/**', '**/*.integration.test.ts', '**/*.browser.test.tsx'],
          ...limits,
        },
      },
      {
        ...productionJsx,
        test: {
          name: 'locales',
          include: ['packages/{locales,texts}/**/*.test.ts'],
          ...limits,
        },
      },
      {
        ...productionJsx,
        test: {
          name: 'integration',
          include: [integrationTests],
          globalSetup: [
            './scripts/check/built-server.mjs',
            './apps/server/test/postgres-server.ts',
          ],
          ...limits,
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

const integrationTests = 'apps/server/**/*.integration.test.ts';
/** What only a database server can do, and what is too slow to be done twice. */
const postgresTests = 'apps/server/**/*.postgres.integration.test.ts';

export default defineConfig({
  test: {
    passWithNoTests: false,
    allowOnly: false,
    pool: 'forks',
    // One more than the cores of a small machine: integration tests often wait for a job or a mail.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/contract/**/*.test.ts',
            'apps/server/**/*.test.{ts,tsx}',
            'apps/web/**/*.test.{ts,tsx}',
            'scripts/**/*.test.mjs',
          ],
          exclude: ['**/node_modules/**', integrationTests],
          // Some open a database in memory, which takes its time on a busy machine.
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'locales',
          include: ['packages/locales/**/*.test.ts'],
        },
      },
      {
        test: {
          name: 'pglite',
          include: [integrationTests],
          exclude: ['**/node_modules/**', postgresTests],
          env: { TEST_ENGINE: 'pglite' },
          globalSetup: ['./apps/server/test/embedded-template.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'postgres',
          include: [integrationTests],
          env: { TEST_ENGINE: 'postgres' },
          globalSetup: ['./apps/server/test/postgres-server.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});

import { defineConfig } from 'vitest/config';

/** Runs the file named by PLANTED beside a PostgreSQL, as the integration tests run. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: [`${process.env.PLANTED}.mjs`],
    globalSetup: ['./postgres.mjs'],
  },
});

import { defineConfig } from 'vitest/config';

/** Runs the file named by FIXTURE with a PostgreSQL, as integration tests do. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: [`${process.env.FIXTURE}.mjs`],
    globalSetup: ['./postgres.mjs'],
  },
});

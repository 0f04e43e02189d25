import { defineConfig } from 'drizzle-kit';

/** For `npm run migration`. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/**/*-table.ts', './src/**/*-tables.ts'],
  out: './migrations',
});

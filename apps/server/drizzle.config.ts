import { defineConfig } from 'drizzle-kit';

/** `npm run migration` writes the next SQL file from the table definitions. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/**/*-table.ts', './src/**/*-tables.ts'],
  out: './migrations',
});

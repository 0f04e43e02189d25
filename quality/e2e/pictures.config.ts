import journeys from './playwright.config.ts';

/** Pictures of the running product: `npm run screenshots`. */
export default {
  ...journeys,
  testDir: './pictures',
  testMatch: /\.pictures\.ts$/,
  workers: 1,
  timeout: 600_000,
};

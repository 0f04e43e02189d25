import { defineConfig } from '@playwright/test';
import { browserLocale } from './in-locale.ts';
import { patience } from './patience.ts';

const isRoot = process.getuid?.() === 0;

/** A browser that talks to nobody but our server; its sandbox refuses to work for root. */
const browserFlags = [
  '--disable-gpu',
  // There is none: a process of its own, and all that is handed to it, would be for nothing.
  '--in-process-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages live too short for optimised code to pay off: a tenth less processor time.
  '--js-flags=--no-opt',
  // Every page is ours: processes that keep sites apart, and spare ones, would be for nothing.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=1',
  ...(isRoot ? ['--no-sandbox'] : []),
];

export default defineConfig({
  testDir: './journeys',
  outputDir: './test-results',
  globalSetup: './prepare-servers.ts',
  // More than the cores of a small machine: journeys often wait for a job, a mail or a page.
  workers: 3,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  timeout: patience.journey,
  expect: { timeout: patience.event },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    locale: browserLocale,
    timezoneId: 'Europe/Moscow',
    screenshot: 'only-on-failure',
    // Nothing is proven by watching things glide.
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: patience.event,
    navigationTimeout: patience.event,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: browserFlags,
      // Without a UTF-8 locale the browser cannot name downloaded files as they are called.
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
    },
  },
});

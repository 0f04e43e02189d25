import { defineConfig } from '@playwright/test';
import { browserLocale } from './in-locale.ts';
import { timeouts } from './timeouts.ts';

const isRoot = process.getuid?.() === 0;

/** Prevents connections except to our server. The sandbox does not work as root. */
const browserFlags = [
  '--disable-gpu',
  // There is no GPU, so a separate process for it would only cost time.
  '--in-process-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages are too short-lived for optimised code: saves a tenth of processor time.
  '--js-flags=--no-opt',
  // All pages are ours, so processes per site would only cost time.
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
  timeout: timeouts.journey,
  expect: { timeout: timeouts.event },
  reporter: process.env.PLAYWRIGHT_JSON_OUTPUT_FILE ? [['list'], ['json']] : 'list',
  use: {
    locale: browserLocale,
    timezoneId: 'Europe/Moscow',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: timeouts.event,
    navigationTimeout: timeouts.event,
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: browserFlags,
      // Without a UTF-8 locale the browser cannot keep the names of downloaded files.
      env: { ...process.env, LC_ALL: 'C.UTF-8' } as Record<string, string>,
    },
  },
});

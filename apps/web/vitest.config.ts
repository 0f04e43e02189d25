import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { cacheModules } from './build/dev-server.ts';
import { pdfResources } from './build/pdf-resources.ts';
import { endpointAddresses, textFiguresOnly } from './build/virtual-modules.ts';

// As people run it: the development build of React takes half as long again.
process.env.NODE_ENV = 'production';

/** Screens and hooks in a real browser, with the far end of `fetch` played by the test. */
export default defineConfig({
  plugins: [react(), endpointAddresses(), textFiguresOnly(), pdfResources(), cacheModules()],
  // Found out late, a library would make the page load again in the middle of a test.
  optimizeDeps: { entries: ['src/start.tsx', 'src/**/*.browser.test.tsx'] },
  test: {
    name: 'components',
    // As the other tests, beside which they run.
    maxWorkers: 3,
    // One page loads the application once, not once per file.
    isolate: false,
    include: ['src/**/*.browser.test.tsx'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 }, requireAssertions: true },
    setupFiles: ['./test/each-test.ts'],
    browser: {
      enabled: true,
      headless: true,
      // As the timeouts of tests: only ends what hangs.
      connectTimeout: 600_000,
      // Neither a phone, whose navigation is folded, nor so wide that something stands beside the screen.
      viewport: { width: 1024, height: 800 },
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH,
          args: [
            '--no-sandbox',
            '--disable-dev-shm-usage',
            // There is no graphics card, so no need for a process of its own.
            '--disable-gpu',
            '--in-process-gpu',
            // Pages live too short for optimised code to pay off: a tenth less processor time.
            '--js-flags=--no-opt',
          ],
        },
        contextOptions: {
          locale: 'ru-RU',
          timezoneId: 'Europe/Moscow',
          // Every frame of an animation is drawn by the processor, and waited for before a click.
          reducedMotion: 'reduce',
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { cacheModules } from './build/dev-server.ts';
import { pdfResources } from './build/pdf-resources.ts';
import { endpointAddresses, textFiguresModule } from './build/virtual-modules.ts';

// Same as in production: the development build of React takes 50 % longer.
process.env.NODE_ENV = 'production';

/** Screens and hooks in a real browser, with `fetch` answered by a fake server. */
export default defineConfig({
  plugins: [react(), endpointAddresses(), textFiguresModule(), pdfResources(), cacheModules()],
  // A dependency discovered late would reload the page in the middle of a test.
  optimizeDeps: { entries: ['src/start.tsx', 'src/**/*.browser.test.tsx'] },
  test: {
    name: 'components',
    // Same as the other test projects, which run in parallel.
    maxWorkers: 3,
    // Loads the application once instead of once per file.
    isolate: false,
    include: ['src/**/*.browser.test.tsx'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 120_000 }, requireAssertions: true },
    setupFiles: ['./test/each-test.ts'],
    browser: {
      enabled: true,
      headless: true,
      // Generous, like the test timeouts: it only ends a hang.
      connectTimeout: 600_000,
      // Same as `usualSize` in test/each-test.ts.
      viewport: { width: 1024, height: 800 },
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          executablePath: process.env.CHROMIUM_PATH,
          args: [
            '--no-sandbox',
            '--disable-dev-shm-usage',
            // There is no GPU, so a separate process for it would only cost time.
            '--disable-gpu',
            '--in-process-gpu',
            // Pages are too short-lived for optimised code: saves a tenth of processor time.
            '--js-flags=--no-opt',
          ],
        },
        contextOptions: {
          locale: 'ru-RU',
          timezoneId: 'Europe/Moscow',
          // The CPU renders every animation frame, and a click waits for the end of the animation.
          reducedMotion: 'reduce',
        },
      }),
      instances: [{ browser: 'chromium' }],
    },
  },
});

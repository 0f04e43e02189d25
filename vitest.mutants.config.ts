import { defineConfig } from 'vitest/config';
import { textFiguresModule } from './apps/web/build/virtual-modules.ts';

/**
 * The unit tests of `npm run proofs -- mutants`, which runs them once per mutant: only those next to the
 * mutated files, because all tests would take a minute per mutant.
 */
export default defineConfig({
  plugins: [textFiguresModule()],
  test: {
    include: [
      'packages/contract/src/**/*.test.ts',
      'apps/*/src/**/*-rules.test.ts',
      'apps/server/src/features/billing/plans/lapse-warnings.test.ts',
      'apps/server/src/features/mail/bounces/read-report.test.ts',
      'apps/server/src/features/mail/mailbox/reading/clean-html.test.ts',
      'apps/server/src/features/protocol/dashboard/readiness-letters.test.ts',
      'apps/server/src/features/vault/assistant/guide/answer-as-guide.test.ts',
      'apps/server/src/platform/encryption/*.test.ts',
    ],
    isolate: false,
  },
});

import { defineConfig } from 'vitest/config';

/**
 * Unit tests as `npm run proofs -- mutants` runs them, in a copy of the project whose rules have faults. A
 * rule is proven next to it; with everything that uses it, a fault would take a minute.
 */
export default defineConfig({
  test: {
    include: [
      'packages/contract/src/**/*.test.ts',
      'apps/*/src/**/*-rules.test.ts',
      'apps/server/src/features/vault/assistant/guide/answer-as-guide.test.ts',
      'apps/server/src/platform/encryption/*.test.ts',
    ],
    isolate: false,
  },
});

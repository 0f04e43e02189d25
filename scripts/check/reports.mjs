import { readFile } from 'node:fs/promises';

/** Counts of a step without tests. */
export const noTests = { passed: 0, failed: 0, skipped: [] };

/** The result of a step that must run tests; fails if none ran. */
export function requireTests(code, counts) {
  const isEmpty = counts.passed + counts.failed + counts.skipped.length === 0;
  return { code: isEmpty && code === 0 ? 1 : code, counts };
}

/** Passed and failed tests and the names of skipped ones, from Vitest's JSON report. */
export async function readVitestReport(file) {
  const counts = { passed: 0, failed: 0, skipped: [] };
  for (const { assertionResults, status } of (await readJson(file)).testResults) {
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed += 1;
      else if (test.status === 'failed') counts.failed += 1;
      else counts.skipped.push(test.fullName);
    }
    // A file that cannot even be loaded fails without a single test.
    const hasFailedTest = assertionResults.some((test) => test.status === 'failed');
    if (status === 'failed' && !hasFailedTest) counts.failed += 1;
  }
  return counts;
}

/** Passed and failed tests and the names of skipped ones, from Playwright's JSON report. */
export async function readPlaywrightReport(file) {
  const counts = { passed: 0, failed: 0, skipped: [] };
  const report = await readJson(file);
  for (const { title, tests } of report.suites.flatMap(specsOf)) {
    for (const { status } of tests) {
      if (status === 'expected') counts.passed += 1;
      else if (status === 'skipped') counts.skipped.push(title);
      else counts.failed += 1;
    }
  }
  return counts;
}

function specsOf(suite) {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

async function readJson(file) {
  return JSON.parse(await readFile(file, 'utf8'));
}

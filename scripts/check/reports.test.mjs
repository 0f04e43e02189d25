import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noTests, readPlaywrightReport, readVitestReport, requireTests } from './reports.mjs';

let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zavet-reports-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function report(content) {
  const file = join(folder, 'report.json');
  await writeFile(file, JSON.stringify(content));
  return file;
}

test('Vitest: counts passed, failed and skipped tests, and files that cannot be loaded', async () => {
  const file = await report({
    testResults: [
      {
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'one' },
          { status: 'failed', fullName: 'two' },
          { status: 'skipped', fullName: 'three' },
          { status: 'todo', fullName: 'four' },
        ],
      },
      { status: 'failed', assertionResults: [] },
    ],
  });
  expect(await readVitestReport(file)).toEqual({
    passed: 1,
    failed: 2,
    skipped: ['three', 'four'],
  });
});

test('Playwright: counts tests of nested suites, and a flaky one as failed', async () => {
  const spec = (title, status) => ({ title, tests: [{ status }] });
  const file = await report({
    suites: [
      {
        specs: [spec('one', 'expected'), spec('two', 'flaky')],
        suites: [{ specs: [spec('three', 'unexpected'), spec('four', 'skipped')] }],
      },
    ],
  });
  expect(await readPlaywrightReport(file)).toEqual({ passed: 1, failed: 2, skipped: ['four'] });
});

test('a step without any test fails', () => {
  expect(requireTests(0, noTests).code).toBe(1);
  expect(requireTests(0, { passed: 1, failed: 0, skipped: [] }).code).toBe(0);
  expect(requireTests(3, { passed: 1, failed: 1, skipped: [] }).code).toBe(3);
});

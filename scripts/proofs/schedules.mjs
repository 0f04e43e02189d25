import { join } from 'node:path';
import { readVitestReport, someCounted } from '../check/reports.mjs';
import { run } from '../setup/process.mjs';
import { inProject } from '../setup/project.mjs';

/**
 * All tests that have a long form, in that form: thousands of random schedules and races, complete
 * models, more runs of every property. `SEED`, `SCHEDULES` and `RACES` choose others; arguments
 * name files: `npm run proofs -- schedules release-schedules`.
 */
export async function schedules({ env, reports }, files) {
  const report = join(reports, 'schedules.json');
  const projects = ['--project', 'unit', '--project', 'integration'];
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = inProject('node_modules', '.bin', 'vitest');
  const given = await run(vitest, ['run', ...projects, ...reporters, ...files], {
    env: { SCHEDULES: '3000', RACES: '3000', ...env, LONG_PROOFS: '1' },
  });
  const { code, counts } = someCounted(given, await readVitestReport(report));
  return { code, figures: `${counts.passed} tests passed, ${counts.failed} failed` };
}

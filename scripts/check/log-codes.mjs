import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { filesIn } from '../setup/fingerprint.mjs';
import { inProject, root } from '../setup/project.mjs';
import { logCallsWithoutCode } from './log-code-rules.mjs';

const sources = (await filesIn(inProject('apps/server/src'))).filter(
  (path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$/.test(path),
);
let missing = 0;
for (const path of sources) {
  for (const line of logCallsWithoutCode(await readFile(path, 'utf8'))) {
    console.error(`${relative(root, path)}:${line} logs without a code such as 'job_failed'.`);
    missing += 1;
  }
}
console.log(`${sources.length} files of the server`);
if (missing > 0 || sources.length === 0) process.exitCode = 1;

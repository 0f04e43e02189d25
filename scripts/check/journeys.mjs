import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { filesIn } from '../setup/fingerprint.mjs';
import { inProject, root } from '../setup/project.mjs';
import { journeyFaults } from './journey-rules.mjs';

const files = (await filesIn(inProject('quality', 'e2e', 'journeys'), [])).filter((file) =>
  file.endsWith('.test.ts'),
);
for (const file of files) {
  for (const { line, advice } of journeyFaults(await readFile(file, 'utf8'))) {
    console.error(`${relative(root, file)}:${line}: ${advice}`);
    process.exitCode = 1;
  }
}
console.log(`${files.length} files of journeys`);
if (files.length === 0) process.exitCode = 1;

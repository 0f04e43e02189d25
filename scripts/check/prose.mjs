import { readFile } from 'node:fs/promises';
import { relative } from 'node:path';
import { filesIn } from '../setup/fingerprint.mjs';
import { inProject, root } from '../setup/project.mjs';
import { findingsInModule, findingsInPage } from './prose-rules.mjs';

const generated = ['node_modules', 'dist', 'test-results', '.cache', '.data', '.git'];
const checked = ['apps', 'demo', 'docs', 'packages', 'packaging', 'quality', 'scripts', 'tools'];
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'SECURITY.md'];
const chosen = process.argv.slice(2);
const folders = chosen.length > 0 ? chosen : [...checked, ...pages];

const paths = (await Promise.all(folders.map((path) => filesIn(inProject(path), generated))))
  .flat()
  .map((path) => relative(root, path).replaceAll('\\', '/'))
  // `packages/texts` is left out: it holds texts for visitors, in six languages.
  .filter((path) => /\.(tsx?|mjs|md)$/.test(path) && !path.startsWith('packages/texts/'));
let count = 0;
for (const path of paths) {
  const source = await readFile(inProject(path), 'utf8');
  const findings = path.endsWith('.md') ? findingsInPage(source) : findingsInModule(path, source);
  for (const { line, text, instead } of findings) {
    console.error(`${path}:${line}: "${text}"; instead: ${instead}`);
    count += 1;
  }
}
console.log(`${paths.length} files, ${count} findings in comments, docs, test and log messages`);
if (count > 0 || paths.length === 0) process.exitCode = 1;

import { relative } from 'node:path';
import { filesIn } from '../setup/fingerprint.mjs';
import { inProject, root } from '../setup/project.mjs';
import { cruise } from './cruise.mjs';

const { folders, modules, violations } = cruise(root);

const read = new Set(modules.map(({ source }) => source));
const overlooked = (await sourceFiles()).filter((file) => !read.has(file));
const imports = modules.reduce((sum, { dependencies }) => sum + dependencies.length, 0);

console.log(`${modules.length} modules with ${imports} imports in ${folders.join(', ')}`);
for (const { rule, from, to } of violations) console.error(`${rule}: ${from} → ${to}`);
for (const file of overlooked) console.error(`not looked at: ${file}`);

// A parser that understands nothing finds nothing wrong either.
const looksEmpty = modules.length === 0 || imports < modules.length;
if (looksEmpty) console.error('So few imports cannot be: the check does not see the sources.');
if (violations.length > 0 || overlooked.length > 0 || looksEmpty) process.exitCode = 1;

async function sourceFiles() {
  const skipped = ['node_modules', 'dist', '.cache', 'test-results'];
  const lists = await Promise.all(folders.map((folder) => filesIn(inProject(folder), skipped)));
  return lists
    .flat()
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => relative(root, file).replaceAll('\\', '/'));
}

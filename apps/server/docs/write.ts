import { readFileSync, writeFileSync } from 'node:fs';
import { generatedFiles } from './pages.ts';

const root = new URL('../../../', import.meta.url);
const read = (file: URL) => {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
};

for (const [path, text] of Object.entries(generatedFiles())) {
  const file = new URL(path, root);
  if (read(file) === text) continue;
  writeFileSync(file, text);
  process.stdout.write(`wrote ${path}\n`);
}

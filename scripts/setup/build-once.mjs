import { join } from 'node:path';
import { currentBuild, placeBuild } from './build-folders.mjs';
import { root } from './project.mjs';
import { rememberedFingerprint } from './remembered-fingerprint.mjs';

const notInputs = ['dist', '.cache', 'node_modules', 'test'];

/**
 * Lets `make` fill a folder below `dist`, unless what `current` leads to came from the same files;
 * one process at a time.
 */
export async function buildOnce(dist, inputs, make) {
  const stamp = await rememberedFingerprint(join(dist, '.inputs'), root, inputs, notInputs);
  if ((await currentBuild(dist)) === stamp) return;
  const { exclusively } = await import('./exclusive.mjs');
  await exclusively(
    root,
    async () => {
      if ((await currentBuild(dist)) !== stamp) await placeBuild(dist, stamp, make);
    },
    () => console.log('Another process is setting up this folder; waiting for it.'),
  );
}

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import manifest from '../../../../package.json' with { type: 'json' };

export const programVersion: string = manifest.version;

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export const migrationsFolder = fromHere('../../migrations');

export const webRoot = fromHere('../../../web/dist/current');

const release = z.object({ version: z.string(), commit: z.string().nullable() });

type Release = z.output<typeof release>;

/** What `npm run package` has written beside the program; undefined where it runs in its project. */
export function readRelease(file: URL): Release | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  return release.parse(JSON.parse(text));
}

export const currentRelease = readRelease(new URL('./release.json', import.meta.url));

/**
 * A sentence that names our commands, in the words with which they are called here. Sentences are
 * written for the project, where npm runs them; a package has a command of its own and no npm.
 */
export function withInstalledCommands(
  sentence: string,
  isPackaged = currentRelease !== undefined,
): string {
  if (!isPackaged) return sentence;
  return sentence
    .replaceAll(/\bnpm run ([a-z][a-z-]*[a-z])(?: --(?= ))?/g, 'zavet $1')
    .replaceAll(/\bnpm start\b/g, 'zavet serve');
}

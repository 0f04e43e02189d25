import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import manifest from '../../../../package.json' with { type: 'json' };

export const programVersion: string = manifest.version;
const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url));
export const migrationsFolder = pathOf('../../migrations');
export const webRoot = pathOf('../../../web/dist/current');
const releaseSchema = z.object({ version: z.string(), commit: z.string().nullable() });

/** Written by `npm run package`. Undefined outside of a package. */
export function readRelease(file: URL): z.output<typeof releaseSchema> | undefined {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
  return releaseSchema.parse(JSON.parse(text));
}

export const currentRelease = readRelease(new URL('./release.json', import.meta.url));

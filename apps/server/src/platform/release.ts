import { readFileSync } from 'node:fs';
import { z } from 'zod';

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

export const ownRelease = readRelease(new URL('./release.json', import.meta.url));

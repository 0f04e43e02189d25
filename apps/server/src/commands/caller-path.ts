import { resolve } from 'node:path';

/** A path as the person who typed it meant it: npm runs scripts in the project's folder. */
export function fromCaller(path: string): string {
  return resolve(process.env.INIT_CWD ?? process.cwd(), path);
}

import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** A file or folder of the project. */
export function inProject(...parts) {
  return join(root, ...parts);
}

/** A failure that is explained in one sentence: no stack trace helps the reader. */
export class SetupError extends Error {}

/** The environment without the project's own commands: npm must not run on a Node it may replace. */
export function hostEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter);
  return {
    ...process.env,
    PATH: path.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter),
  };
}

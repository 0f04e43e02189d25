import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Path of a file or folder of the project. */
export function inProject(...parts) {
  return join(root, ...parts);
}

/** An expected error: only its message is printed, without a stack trace. */
export class SetupError extends Error {}

/** The environment without the project's commands: npm must not run on the Node that it may replace. */
export function hostEnvironment() {
  const path = (process.env.PATH ?? '').split(delimiter);
  return {
    ...process.env,
    PATH: path.filter((folder) => !/node_modules[\\/]\.bin[\\/]?$/.test(folder)).join(delimiter),
  };
}

/** The environment in which commands of the project find its Node and each other. */
export function projectEnvironment(extra = {}) {
  const path = [inProject('node_modules', '.bin'), hostEnvironment().PATH].join(delimiter);
  return { ...process.env, PATH: path, ...extra };
}

import { ownRelease } from './release.ts';

/**
 * A sentence that names our commands, in the words with which they are called here. Sentences are
 * written for the project, where npm runs them; a package has a command of its own and no npm.
 */
export function inWordsOfCaller(sentence: string, isPackaged = ownRelease !== undefined): string {
  if (!isPackaged) return sentence;
  return sentence
    .replaceAll(/\bnpm run ([a-z][a-z-]*[a-z])(?: --(?= ))?/g, 'zavet $1')
    .replaceAll(/\bnpm start\b/g, 'zavet serve');
}

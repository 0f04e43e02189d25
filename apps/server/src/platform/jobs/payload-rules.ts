const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const moment = /^\d{4}-\d{2}-\d{2}(T[\d:.]+Z)?$/;
/** A word that the program itself has chosen, such as `plan_bought`, `300mb` or `ru`. */
const word = /^([a-z]+|\d{1,4}[a-z]{1,3})([_-]([a-z]+|\d{1,4}[a-z]{0,3}))*$/;
const longestWord = 40;
const deepestLevel = 3;

/**
 * Names the first field of a job's data that holds more than ids, moments, figures and words of the
 * program. Jobs lie in the queue in clear, also for a while after they are done, and in backups:
 * addresses, names, texts, codes and tokens are looked up when the job runs.
 */
export function fieldBeyondIds(data: object): string | undefined {
  return find(data, '', 0);
}

function find(value: unknown, path: string, level: number): string | undefined {
  if (typeof value === 'object' && value !== null) {
    if (level > deepestLevel) return path;
    for (const [name, field] of Object.entries(value)) {
      const found = find(field, path === '' ? name : `${path}.${name}`, level + 1);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return isPlain(value) ? undefined : path;
}

function isPlain(value: unknown): boolean {
  if (typeof value !== 'string') return true;
  if (uuid.test(value) || moment.test(value)) return true;
  return value.length <= longestWord && word.test(value);
}

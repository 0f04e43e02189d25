/** A key or prefix of a shape that the server never makes. The value is not repeated: it is foreign. */
export class ObjectKeyInvalid extends Error {
  override name = 'ObjectKeyInvalid';

  constructor() {
    super('The object key has a foreign shape.');
  }
}

const keyShape = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/;
const prefixShape = /^([a-z0-9-]+(\/[a-z0-9-]+)*\/?)?$/;

/** Short enough for a file name even if it is one single segment. */
const longest = 240;

export function isObjectKey(key: string): boolean {
  return key.length <= longest && keyShape.test(key);
}

/** Keys become paths and addresses: every one passes here first. */
export function assertObjectKey(key: string): void {
  if (!isObjectKey(key)) throw new ObjectKeyInvalid();
}

export function assertObjectPrefix(prefix: string): void {
  if (prefix.length > longest || !prefixShape.test(prefix)) throw new ObjectKeyInvalid();
}

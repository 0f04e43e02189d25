import { z } from 'zod';
import { parseKeyRing } from '../platform/encryption/key-ring-text.ts';
import type { MasterKeySource } from '../platform/encryption/master-keys.ts';
import { ConfigurationInvalid } from '../platform/process/refusals.ts';
import type { ReadVariable } from './read-variables.ts';
import { isSound, textOf } from './value-schemas.ts';

const keyRing = '32 random bytes written in base64, or several as version:base64';
const isKeyRing = (text: string) => isSound(() => parseKeyRing(text, 'MASTER_KEY'));

export const keyVariables = {
  MASTER_KEY: [z.string().refine(isKeyRing), `${keyRing} with commas`],
  MASTER_KEY_FILE: [
    z.string().refine((path) => isKeyRing(textOf(path))),
    `the path of a readable file that holds ${keyRing}`,
  ],
} as const;

export function masterKeySource(
  read: ReadVariable<typeof keyVariables>,
  dataDir: string,
  isProduction: boolean,
): MasterKeySource {
  const [value, file] = [read('MASTER_KEY'), read('MASTER_KEY_FILE')];
  if (value) return { kind: 'value', text: value };
  if (file) return { kind: 'file', path: file, mustBePrivate: isProduction };
  if (isProduction) {
    throw new ConfigurationInvalid(
      'MASTER_KEY or MASTER_KEY_FILE must be set when NODE_ENV is production.',
    );
  }
  return { kind: 'generated', dataDir };
}

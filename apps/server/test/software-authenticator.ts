import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreation, PasskeyRequest } from '@zavet/contract/identity/factor-schemas';

interface Key {
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

/** A device with passkeys: ES256, the user verified, no certificates. */
export interface SoftwareAuthenticator {
  create(options: PasskeyCreation): ReturnType<typeof registrationOf>;
  /** With the key that the options name, or else with the only one. */
  use(options: PasskeyRequest, changes?: UseChanges): ReturnType<typeof assertionOf>;
}

interface UseChanges {
  /** What the device says it has counted. */
  counter?: number;
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const encoded = (data: string | Buffer) => Buffer.from(data).toString('base64url');

export function createSoftwareAuthenticator(origin = 'http://zavet.test'): SoftwareAuthenticator {
  const keys = new Map<string, Key>();
  return {
    create: ({ challenge, rp, user }) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(20);
      keys.set(encoded(id), { privateKey, userHandle: user.id, counter: 0 });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const flag = flags.present | flags.verified | flags.attested;
      const authData = Buffer.concat([headOf(rp.id, flag, 0), attested]);
      return registrationOf(id, clientDataOf('webauthn.create', challenge, origin), authData);
    },
    use: ({ challenge, rpId, allowCredentials }, changes = {}) => {
      const named = allowCredentials.find(({ id }) => keys.has(id))?.id;
      const id = named ?? [...keys.keys()].at(-1) ?? '';
      const key = keys.get(id);
      if (!key) throw new Error('The authenticator has no passkey.');
      key.counter = changes.counter ?? key.counter + 1;
      const flag = flags.present | ((changes.isVerified ?? true) ? flags.verified : 0);
      const authData = headOf(changes.rpId ?? rpId, flag, key.counter);
      const clientData = clientDataOf('webauthn.get', challenge, changes.origin ?? origin);
      const signed = Buffer.concat([authData, sha256(clientData)]);
      return assertionOf(id, clientData, authData, sign('sha256', signed, key.privateKey), key);
    },
  };
}

function registrationOf(id: Buffer, clientData: string, authData: Buffer) {
  return {
    id: encoded(id),
    rawId: encoded(id),
    type: 'public-key' as const,
    response: {
      clientDataJSON: encoded(clientData),
      attestationObject: encoded(attestationObject(authData)),
      transports: ['internal'],
    },
  };
}

function assertionOf(
  id: string,
  clientData: string,
  authData: Buffer,
  signature: Buffer,
  { userHandle }: Key,
) {
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    response: {
      clientDataJSON: encoded(clientData),
      authenticatorData: encoded(authData),
      signature: encoded(signature),
      userHandle,
    },
  };
}

function clientDataOf(type: string, challenge: string, origin: string): string {
  return JSON.stringify({ type, challenge, origin, crossOrigin: false });
}

function headOf(rpId: string, flag: number, counter: number): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(flag);
  head.writeUInt32BE(counter, 1);
  return Buffer.concat([sha256(rpId), head]);
}

/** CBOR: `{1: 2, 3: -7, -1: 1, -2: x, -3: y}`. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ]);
}

/** CBOR: `{fmt: 'none', attStmt: {}, authData}`. */
function attestationObject(authData: Buffer): Buffer {
  const text = (value: string) =>
    Buffer.concat([Buffer.of(0x60 + value.length), Buffer.from(value)]);
  const length = Buffer.of(0x59, authData.length >> 8, authData.length & 255);
  return Buffer.concat([
    Buffer.of(0xa3),
    ...[text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0)],
    ...[text('authData'), length, authData],
  ]);
}

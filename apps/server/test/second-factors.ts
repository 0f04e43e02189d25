import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { PasskeyCreation, PasskeyRequest } from '@zavet/contract/identity/factor-schemas';
import { sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import type { Browser } from './browser.ts';
import type { Person } from './people.ts';
import type { TestProduct } from './test-product.ts';

type WithClock = Pick<TestProduct, 'clock'>;

/** Codes are single-use and change every half minute. */
const stepMs = 30_000;

export function codeOf({ clock }: WithClock, secret: string): string {
  return generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
}

interface OneTimeCodes {
  secret: string;
  recoveryCodes: string[];
  /** Returns a fresh code; advances the clock by half a minute. */
  code(): string;
}

/** Enables one-time codes for a person who has just signed in. */
export async function enableCodes(product: WithClock, { browser }: Person): Promise<OneTimeCodes> {
  const { secret } = await browser.startCodeSetup();
  const code = codeOf(product, secret);
  const { recovery_codes } = await browser.confirmCodes({ body: { code } });
  return {
    secret,
    recoveryCodes: recovery_codes ?? [],
    code: () => {
      product.clock.advance(stepMs);
      return codeOf(product, secret);
    },
  };
}

export async function addPasskey(
  { browser }: Person,
  device: SoftwareAuthenticator = createSoftwareAuthenticator(),
  name = 'Телефон',
): Promise<{ device: SoftwareAuthenticator; recoveryCodes: string[] | null }> {
  const passkey = device.create(await browser.startPasskeyCreation());
  const { recovery_codes } = await browser.addPasskey({ body: { passkey, name } });
  return { device, recoveryCodes: recovery_codes };
}

/** All factors and recovery codes of an account in the database. */
export async function factorsOf(
  { database }: Pick<TestProduct, 'database'>,
  { userId }: Person,
): Promise<string[]> {
  const rows = await database.rows<{ factor: string }>(sql`
    select 'passkey ' || id as factor from passkeys where user_id = ${userId}
    union all select 'codes' from authenticators
      where user_id = ${userId} and confirmed_at is not null
    union all select 'recovery ' || id from recovery_codes where user_id = ${userId}
    order by factor`);
  return rows.map(({ factor }) => factor);
}

/** Signs in with the password; returns the pending second step. */
export async function passPassword(browser: Browser, { email, password }: Person) {
  const { session, second_step } = await browser.signIn({ body: { email, password } });
  if (session || !second_step) throw new Error('The password alone has signed in.');
  return second_step;
}

export async function signInWithPasskey(browser: Browser, device: SoftwareAuthenticator) {
  const passkey = device.use(await browser.startPasskeySignIn());
  return browser.signInWithPasskey({ body: { passkey } });
}

export async function securityEventsOf({ browser }: Person): Promise<string[]> {
  const { events } = await browser.listSecurityEvents({ query: {} });
  return events.map(({ kind }) => kind);
}

interface Key {
  privateKey: KeyObject;
  userHandle: string;
  counter: number;
}

/** A device with passkeys: ES256, user verified, no attestation. */
export interface SoftwareAuthenticator {
  create(options: PasskeyCreation): ReturnType<typeof registrationOf>;
  /** Uses the key named by the options, or else the newest. */
  use(options: PasskeyRequest, changes?: UseChanges): ReturnType<typeof assertionOf>;
}

interface UseChanges {
  /** The device's signature counter. */
  counter?: number;
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
}

const flags = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest();
const base64Url = (data: string | Buffer) => Buffer.from(data).toString('base64url');

export function createSoftwareAuthenticator(origin = 'http://zavet.test'): SoftwareAuthenticator {
  const keys = new Map<string, Key>();
  return {
    create: ({ challenge, rp, user }) => {
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(20);
      keys.set(base64Url(id), { privateKey, userHandle: user.id, counter: 0 });
      const length = Buffer.alloc(2);
      length.writeUInt16BE(id.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)]);
      const flag = flags.present | flags.verified | flags.attested;
      const authData = Buffer.concat([authenticatorHead(rp.id, flag, 0), attested]);
      return registrationOf(id, clientDataOf('webauthn.create', challenge, origin), authData);
    },
    use: ({ challenge, rpId, allowCredentials }, changes = {}) => {
      const named = allowCredentials.find(({ id }) => keys.has(id))?.id;
      const id = named ?? [...keys.keys()].at(-1) ?? '';
      const key = keys.get(id);
      if (!key) throw new Error('The authenticator has no passkey.');
      key.counter = changes.counter ?? key.counter + 1;
      const flag = flags.present | ((changes.isVerified ?? true) ? flags.verified : 0);
      const authData = authenticatorHead(changes.rpId ?? rpId, flag, key.counter);
      const clientData = clientDataOf('webauthn.get', challenge, changes.origin ?? origin);
      const signed = Buffer.concat([authData, sha256(clientData)]);
      return assertionOf(id, clientData, authData, sign('sha256', signed, key.privateKey), key);
    },
  };
}

function registrationOf(id: Buffer, clientData: string, authData: Buffer) {
  return {
    id: base64Url(id),
    rawId: base64Url(id),
    type: 'public-key' as const,
    response: {
      clientDataJSON: base64Url(clientData),
      attestationObject: base64Url(attestationObject(authData)),
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
      clientDataJSON: base64Url(clientData),
      authenticatorData: base64Url(authData),
      signature: base64Url(signature),
      userHandle,
    },
  };
}

function clientDataOf(type: string, challenge: string, origin: string): string {
  return JSON.stringify({ type, challenge, origin, crossOrigin: false });
}

function authenticatorHead(rpId: string, flag: number, counter: number): Buffer {
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

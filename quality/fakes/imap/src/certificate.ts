import { generateKeyPairSync, sign } from 'node:crypto';

export interface Certificate {
  /** Certificate in PEM, which clients must trust. */
  cert: string;
  key: string;
}

const day = 24 * 3_600_000;

/** Self-signed, valid for `localhost` and the given names. */
export function makeCertificate(names: readonly string[] = []): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const now = Date.now();
  const name = sequence(set(sequence(commonName, tagged(0x0c, Buffer.from('localhost')))));
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    sequence(ecdsaWithSha256),
    name,
    sequence(time(now - day), time(now + 365 * day)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(
      0xa3,
      sequence(authorityExtension, sequence(subjectAltName, octets(subjectAltNames(names)))),
    ),
  );
  const signature = sign('sha256', body, privateKey);
  const certificate = sequence(
    body,
    sequence(ecdsaWithSha256),
    tagged(0x03, Buffer.concat([Buffer.of(0), signature])),
  );
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${wrapLines(certificate)}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const commonName = identifier('550403');
const subjectAltName = identifier('551d11');
const ecdsaWithSha256 = identifier('2a8648ce3d040302');
const authorityExtension = sequence(
  identifier('551d13'),
  tagged(0x01, Buffer.of(0xff)),
  octets(sequence(tagged(0x01, Buffer.of(0xff)))),
);

function subjectAltNames(names: readonly string[]): Buffer {
  const hosts = ['localhost', ...names].map((host) => tagged(0x82, Buffer.from(host)));
  return sequence(tagged(0x87, Buffer.of(127, 0, 0, 1)), ...hosts);
}

function tagged(tag: number, content: Buffer): Buffer {
  return Buffer.concat([Buffer.of(tag), lengthOf(content), content]);
}

function lengthOf({ length }: Buffer): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

function sequence(...parts: Buffer[]): Buffer {
  return tagged(0x30, Buffer.concat(parts));
}

function set(part: Buffer): Buffer {
  return tagged(0x31, part);
}

function integer(value: number): Buffer {
  return tagged(0x02, Buffer.of(value));
}

function octets(content: Buffer): Buffer {
  return tagged(0x04, content);
}

function identifier(hex: string): Buffer {
  return tagged(0x06, Buffer.from(hex, 'hex'));
}

/** Encodes a UTCTime, which covers years up to 2049. */
function time(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replace(/\D/g, '').slice(2, 14);
  return tagged(0x17, Buffer.from(`${digits}Z`));
}

function wrapLines(bytes: Buffer): string {
  return bytes.toString('base64').replace(/.{64}/g, '$&\n').trim();
}

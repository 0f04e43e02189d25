import { createPrivateKey, type KeyObject } from 'node:crypto';

export interface Dkim {
  domain: string;
  selector: string;
  key: KeyObject;
}

/** Receivers ignore shorter keys. */
const minBits = 1024;
const recommendedBits = 2048;

/** Every header that mail programs show or act upon. */
const signedHeaders = [
  'From',
  'To',
  'Reply-To',
  'Subject',
  'Date',
  'Message-ID',
  'MIME-Version',
  'Content-Type',
  'Content-Transfer-Encoding',
  'Content-Language',
  'Auto-Submitted',
  'List-Unsubscribe',
  'List-Unsubscribe-Post',
];

/** Undefined for keys that are too short or not RSA: the library supports no others. */
export function readDkimKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && bitsOf(key) >= minBits ? key : undefined;
  } catch {
    return undefined;
  }
}

export function isShortKey(key: KeyObject): boolean {
  return bitsOf(key) < recommendedBits;
}

export function signingOptions({ domain, selector, key }: Dkim) {
  return {
    domainName: domain,
    keySelector: selector,
    privateKey: key,
    headerFieldNames: signedHeaders.join(':'),
  };
}

function bitsOf(key: KeyObject): number {
  return key.asymmetricKeyDetails?.modulusLength ?? 0;
}

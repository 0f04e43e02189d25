import { createPrivateKey, type KeyObject } from 'node:crypto';

/** Whose signature our mails carry, and with which key. */
export interface Dkim {
  domain: string;
  selector: string;
  key: KeyObject;
}

/** Receivers do not look at shorter keys, and mistrust those that are not as long as they want. */
const shortestBits = 1024;
const wantedBits = 2048;

/**
 * What is signed: everything of ours that a mail program shows or acts upon. `List-Unsubscribe-Post`
 * counts only where it is signed (RFC 8058).
 */
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

/** Only RSA: the library signs with nothing else. */
export function readDkimKey(pem: string): KeyObject | undefined {
  try {
    const key = createPrivateKey(pem);
    return key.asymmetricKeyType === 'rsa' && bitsOf(key) >= shortestBits ? key : undefined;
  } catch {
    return undefined;
  }
}

export function isShortKey(key: KeyObject): boolean {
  return bitsOf(key) < wantedBits;
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

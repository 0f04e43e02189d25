import { createPublicKey, type KeyObject } from 'node:crypto';
import type { Finding } from '../doctor/finding.ts';
import { type Dkim, isShortKey } from '../mail/dkim.ts';
import type { MailDns } from './mail-dns.ts';
import { tagsOf } from './mail-dns.ts';

const about = 'DKIM';

/** The published key must be the one that signs our mails. */
export async function checkDkim(
  dns: Pick<MailDns, 'txt'>,
  dkim: Dkim | undefined,
): Promise<Finding> {
  if (!dkim) {
    const says =
      'mails are not signed by us: make a key (openssl genrsa -out dkim.pem 2048), set DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE, and run this again; leave it out only if your mail server signs';
    return { about, state: 'missing', says };
  }
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const records = (await dns.txt(name)).filter((text) => tagsOf(text).has('p'));
  const enter = [{ name, type: 'TXT' as const, value: recordOf(dkim.key) }];
  if (records.length === 0) {
    return { about, state: 'missing', says: `${name} holds no key`, enter };
  }
  if (records.length > 1) {
    const says = `${name} holds ${records.length} keys, and receivers may take any of them: keep one`;
    return { about, state: 'wrong', says, enter };
  }
  const trouble = troubleWith(tagsOf(records[0] ?? ''), dkim.key);
  if (trouble) return { about, state: 'wrong', says: `${name} ${trouble}`, enter };
  const says = `${name} holds the key that mails are signed with`;
  if (!isShortKey(dkim.key)) return { about, state: 'ok', says };
  return { about, state: 'note', says: `${says}; it is short: make one of 2048 bits` };
}

/** The record that publishes a private key's counterpart. */
export function recordOf(key: KeyObject): string {
  return `v=DKIM1; k=rsa; p=${spkiOf(createPublicKey(key)).toString('base64')}`;
}

function troubleWith(tags: Map<string, string>, key: KeyObject): string | undefined {
  if ((tags.get('v') ?? 'DKIM1') !== 'DKIM1') return 'is not a record of DKIM1';
  if ((tags.get('k') ?? 'rsa') !== 'rsa') return 'holds a key of another kind than RSA';
  const hashes = tags.get('h');
  if (hashes && !hashes.split(':').includes('sha256')) return 'does not allow sha256';
  const services = tags.get('s');
  if (services && !/(^|:)(\*|email)(:|$)/.test(services)) return 'does not allow mail';
  const published = tags.get('p')?.replace(/\s/g, '');
  if (!published) return 'says that its key was withdrawn';
  const other = publicKeyOf(published);
  if (!other) return 'holds a key that cannot be read';
  if (spkiOf(other).equals(spkiOf(createPublicKey(key)))) return undefined;
  return 'holds another key than the one that mails are signed with';
}

/** Both forms are in use, with and without the name of the algorithm. */
function publicKeyOf(base64: string): KeyObject | undefined {
  const key = Buffer.from(base64, 'base64');
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      return createPublicKey({ key, format: 'der', type });
    } catch {
      // Perhaps it has the other form.
    }
  }
  return undefined;
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

import { createPublicKey, type KeyObject } from 'node:crypto';
import { type Dkim, isShortKey } from '../mail/dkim.ts';
import type { Finding } from './finding.ts';
import { type MailDns, tagsOf } from './mail-dns.ts';

const policies = ['none', 'quarantine', 'reject'];

export async function checkDkim(
  dns: Pick<MailDns, 'txt'>,
  dkim: Dkim | undefined,
): Promise<Finding> {
  const about = 'DKIM';
  if (!dkim) {
    const says =
      'mails are not signed by us: make a key (openssl genrsa -out dkim.pem 2048), set DKIM_SELECTOR and DKIM_PRIVATE_KEY_FILE, and run this again; leave it out only if your mail server signs';
    return { about, state: 'missing', says };
  }
  const name = `${dkim.selector}._domainkey.${dkim.domain}`;
  const records = (await dns.txt(name)).filter((text) => tagsOf(text).has('p'));
  const enter = [{ name, type: 'TXT' as const, value: dkimRecordOf(dkim.key) }];
  if (records.length === 0) {
    return { about, state: 'missing', says: `${name} holds no key`, enter };
  }
  if (records.length > 1) {
    const says = `${name} holds ${records.length} keys, and receivers may take any of them: keep one`;
    return { about, state: 'wrong', says, enter };
  }
  const problem = findProblem(tagsOf(records[0] ?? ''), dkim.key);
  if (problem) return { about, state: 'wrong', says: `${name} ${problem}`, enter };
  const says = `${name} holds the key that mails are signed with`;
  if (!isShortKey(dkim.key)) return { about, state: 'ok', says };
  return { about, state: 'note', says: `${says}; it is short: make one of 2048 bits` };
}

export function dkimRecordOf(key: KeyObject): string {
  return `v=DKIM1; k=rsa; p=${spkiOf(createPublicKey(key)).toString('base64')}`;
}

function findProblem(tags: Map<string, string>, key: KeyObject): string | undefined {
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

/** Domains publish keys as SPKI or as PKCS #1. */
function publicKeyOf(base64: string): KeyObject | undefined {
  const key = Buffer.from(base64, 'base64');
  for (const type of ['spki', 'pkcs1'] as const) {
    try {
      return createPublicKey({ key, format: 'der', type });
    } catch {
      // Try the other format.
    }
  }
  return undefined;
}

function spkiOf(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

interface Domains {
  /** Domain of the sender in the header. */
  from: string;
  /** Domain of the envelope sender, which SPF checks. */
  envelope: string;
  /** Domain of the DKIM signature. */
  signature?: string;
}

/** The domain of the sender needs a policy, and our mails must be aligned with it. */
export async function checkDmarc(dns: Pick<MailDns, 'txt'>, domains: Domains): Promise<Finding> {
  const about = 'DMARC';
  const { from } = domains;
  const { domain, records } = await findPolicy(dns, from);
  const enter = [
    {
      name: `_dmarc.${from}`,
      type: 'TXT' as const,
      value: `v=DMARC1; p=none; rua=mailto:postmaster@${from}`,
    },
  ];
  const [record] = records;
  if (!record) {
    const says = `${from} has no policy; raise p to quarantine when this has said ok for some weeks`;
    return { about, state: 'missing', says, enter };
  }
  if (records.length > 1) {
    const says = `_dmarc.${domain} has ${records.length} records, and receivers then follow none: keep one`;
    return { about, state: 'wrong', says };
  }
  const tags = tagsOf(record);
  const policy = tags.get('p')?.toLowerCase() ?? '';
  if (!policies.includes(policy)) {
    const says = `_dmarc.${domain} names no policy: p has to be none, quarantine or reject`;
    return { about, state: 'wrong', says, enter };
  }
  return checkAlignment(domains, domain, tags, policy);
}

/** Signature or envelope sender must belong to the domain of the policy. */
function checkAlignment(
  { from, envelope, signature }: Domains,
  policyDomain: string,
  tags: Map<string, string>,
  policy: string,
): Finding {
  const about = 'DMARC';
  const isSignatureAligned =
    signature !== undefined && isAligned(signature, from, policyDomain, tags.get('adkim'));
  const isEnvelopeAligned = isAligned(envelope, from, policyDomain, tags.get('aspf'));
  if (!isSignatureAligned && !isEnvelopeAligned) {
    const signed = signature ? `signed by ${signature}` : 'not signed by us';
    const says = `mails from ${from} are ${signed} and return to ${envelope}, so receivers treat them by the policy «${policy}»: sign them (DKIM_SELECTOR, DKIM_PRIVATE_KEY_FILE)`;
    return { about, state: 'wrong', says };
  }
  const reasons = [
    ...(isSignatureAligned ? ['its signature'] : []),
    ...(isEnvelopeAligned ? ['its return address'] : []),
  ];
  const says = `${policyDomain} has the policy «${policy}», and a mail from ${from} meets it by ${reasons.join(' and by ')}`;
  if (isSignatureAligned) return { about, state: 'ok', says };
  return {
    about,
    state: 'note',
    says: `${says}; a forwarded mail has only a signature to be known by`,
  };
}

/** The nearest policy of the domain or its parents. */
async function findPolicy(dns: Pick<MailDns, 'txt'>, from: string) {
  const labels = from.split('.');
  while (labels.length >= 2) {
    const domain = labels.join('.');
    const texts = await dns.txt(`_dmarc.${domain}`);
    const records = texts.filter((text) => /^v=DMARC1\s*(;|$)/.test(text));
    if (records.length > 0) return { domain, records };
    labels.shift();
  }
  return { domain: from, records: [] };
}

function isAligned(domain: string, from: string, policyDomain: string, mode = 'r'): boolean {
  if (mode.toLowerCase() === 's') return domain === from;
  const isWithin = domain === policyDomain || domain.endsWith(`.${policyDomain}`);
  return isWithin || from.endsWith(`.${domain}`);
}

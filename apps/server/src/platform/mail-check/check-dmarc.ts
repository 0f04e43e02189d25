import type { Finding } from '../doctor/finding.ts';
import type { MailDns } from './mail-dns.ts';
import { tagsOf } from './mail-dns.ts';

const about = 'DMARC';
const policies = ['none', 'quarantine', 'reject'];

interface Domains {
  /** Of the sender that people see. */
  from: string;
  /** Of the return address, which SPF speaks of. */
  envelope: string;
  /** Of the signature. */
  signature?: string;
}

/** The sender's domain needs a policy that our mails meet. */
export async function checkDmarc(dns: Pick<MailDns, 'txt'>, domains: Domains): Promise<Finding> {
  const { from } = domains;
  const { domain, records } = await policyOf(dns, from);
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
  return alignmentOf(domains, domain, tags, policy);
}

/** Receivers believe the sender only if the signature or the return address is of the same house. */
function alignmentOf(
  { from, envelope, signature }: Domains,
  house: string,
  tags: Map<string, string>,
  policy: string,
): Finding {
  const bySignature =
    signature !== undefined && isAligned(signature, from, house, tags.get('adkim'));
  const byEnvelope = isAligned(envelope, from, house, tags.get('aspf'));
  if (!bySignature && !byEnvelope) {
    const signed = signature ? `signed by ${signature}` : 'not signed by us';
    const says = `mails from ${from} are ${signed} and return to ${envelope}, so receivers treat them by the policy «${policy}»: set DKIM_DOMAIN to ${from}`;
    return { about, state: 'wrong', says };
  }
  const reasons = [
    ...(bySignature ? ['its signature'] : []),
    ...(byEnvelope ? ['its return address'] : []),
  ];
  const says = `${house} has the policy «${policy}», and a mail from ${from} meets it by ${reasons.join(' and by ')}`;
  if (bySignature) return { about, state: 'ok', says };
  return {
    about,
    state: 'note',
    says: `${says}; a forwarded mail has only a signature to be known by`,
  };
}

/** The nearest policy on the way up from the sender's domain; its domain is the house. */
async function policyOf(dns: Pick<MailDns, 'txt'>, from: string) {
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

function isAligned(domain: string, from: string, house: string, mode = 'r'): boolean {
  if (mode.toLowerCase() === 's') return domain === from;
  const isInHouse = domain === house || domain.endsWith(`.${house}`);
  return isInHouse || from.endsWith(`.${domain}`);
}

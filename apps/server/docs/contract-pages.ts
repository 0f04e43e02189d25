import type { Callers, CallLimit, Endpoint } from '@zavet/contract/endpoint';
import { type EndpointName, endpoints } from '@zavet/contract/endpoints';
import { limits } from '@zavet/contract/limits';
import { retentionTable } from '@zavet/contract/service/retention-table';
import type { RetentionPeriod, RetentionRow } from '@zavet/contract/service-terms';
import { sessionTimings } from '@zavet/contract/timings';
import { mails } from '../src/features.ts';
import { defaultGeneralLimit } from '../src/platform/http/http-server.ts';
import type { RateLimit } from '../src/platform/http/rate-limiter.ts';
import type { AnyMail } from '../src/platform/mail/mail.ts';
import { unconfirmedLimits } from '../src/platform/mail/mail-allowance.ts';
import { proofs, reasons } from '../test/proof-table.ts';
import { aligned, code, codes, list, page, timeOf } from './markdown.ts';

/** Such as `10/h/account`. */
export function limitText({ per, max, seconds }: CallLimit): string {
  return `${max}/${timeOf(seconds).replace(/^1 /, '').replace(' ', '')}/${per}`;
}

const each = ({ max, seconds }: RateLimit) =>
  `${max} per ${timeOf(seconds).replace(/^1 h$/, 'hour').replace(/^1 d$/, 'day')}`;

const callerTitles: Record<Callers, string> = {
  anyone: 'Anyone',
  owner: 'Signed-in person',
  operator: 'Operator with an open desk',
  developer: 'Developer (only where mail is captured)',
};

export function endpointsPage(): string {
  const all: Endpoint[] = Object.values(endpoints);
  const sections = Object.entries(callerTitles).map(([callers, title]) => {
    const rows = all.filter((endpoint) => endpoint.callers === callers).map(rowOfEndpoint);
    return `## ${title}\n\n\`\`\`\n${aligned(rows)}\n\`\`\``;
  });
  return page(
    'Endpoints',
    'packages/contract',
    `By caller: id, method, path below \`/api\`, and where they apply: the [proof](proof.md) (\`fresh\`, \`recent\`, or an operator's one-time \`code\`), [limits](limits.md) per address or account, the longest body if not ${sizeOf(limits.requestBodyBytes)}. \`/api/docs\` on a running server has inputs, outputs and error codes.`,
    ...sections,
  );
}

function rowOfEndpoint(endpoint: Endpoint): string[] {
  const { id, method, path, proof, asksForCode, limits = [], maxBodyBytes, body } = endpoint;
  const facts = [
    ...(asksForCode ? ['code'] : proof ? [proof] : []),
    ...limits.map(limitText),
    ...(body && maxBodyBytes ? [sizeOf(maxBodyBytes)] : []),
  ];
  return [id, method, path, facts.join(', ')];
}

function sizeOf(bytes: number): string {
  const kib = bytes / 1024;
  return kib % 1024 === 0 ? `${kib / 1024} MiB` : `${kib} KiB`;
}

export function limitsPage(): string {
  const [hourly, daily] = unconfirmedLimits.map(each);
  const named = (effect: AnyMail['unconfirmedLimit']) =>
    codes(
      mails.filter(({ unconfirmedLimit }) => unconfirmedLimit === effect).map(({ name }) => name),
    );
  return page(
    'Limits',
    'packages/contract and apps/server',
    list([
      `**Calls.** All calls of one address together: ${limitText({ per: 'address', ...defaultGeneralLimit })}, except \`live\` and \`ready\`; IPv6 addresses count by /64. [endpoints](endpoints.md) lists the limits of each call. All servers share them: exact per endpoint, in batches of a twentieth for the general one. While the database is unavailable each server counts alone. A refused call gets 429 with the time to wait.`,
      '**JSON bodies** have at most 12 levels and 4,000 values.',
      `**Mails to an address that has confirmed nothing:** ${hourly}, ${daily}, over all kinds. Beyond that ${named('drop')} are dropped; ${named('delay')} wait. The caller gets the usual answer. A temporary refusal of the mail server does not count. Besides, 10 per hour of most kinds that strangers can cause go to one address.`,
      '**The assistant** counts every further 4,000 characters of the conversation as one more message.',
    ]),
    `## Product limits\n\nFrom \`packages/contract/src/limits.ts\`: lengths in characters, sizes in the unit of the name.\n\n\`\`\`\n${aligned(
      Object.entries(limits).map(([name, value]) => [name, String(value)]),
    )}\n\`\`\``,
  );
}

export function proofPage(): string {
  const exempt = Object.entries(reasons).map(([kind, reason]) => {
    const names = Object.entries(proofs).filter(([, proof]) => proof === kind);
    return `**${reason}**: ${codes(names.map(([name]) => endpoints[name as EndpointName].id))}`;
  });
  const freed = Object.values<Endpoint>(endpoints).flatMap(({ id, proofUnless = {} }) =>
    Object.entries(proofUnless).map(
      ([field, value]) => `${code(id)} with ${code(`${field}: ${value}`)}`,
    ),
  );
  return page(
    'Proof of the owner',
    'packages/contract and apps/server/test/proof-table.ts',
    'A stolen session alone must change nothing that outlives it. Calls that could need a proof: password, passkey or one-time code, given at sign-in or to `POST /session/proof` (`sessions.proven_at`). Reading needs none; [endpoints](endpoints.md) lists the rest.',
    list([
      `\`fresh\`: at most ${timeOf(sessionTimings.proofLifetime / 1_000)} old. \`recent\`: at most ${timeOf(sessionTimings.recentProofLifetime / 1_000)}.`,
      'Accounts with a second factor change factors only after a fresh proof by a factor (`factor_proof_required`).',
      'The contract declares the proof of an endpoint (`proof`); `platform/http/bind-route.ts` refuses with `proof_required` after the input is validated and before the handler runs. A body with `current_password` is its own proof. Uploads are asked before their first byte.',
      'The web client opens one dialog and repeats the call.',
    ]),
    `## Changes without a proof\n\n${list(exempt)}\n\nNor does ${freed.join(', ')}.`,
  );
}

export function retentionPage(): string {
  const kinds: [string, RetentionRow][] = Object.entries(retentionTable);
  const sections = [...new Set(kinds.map(([, { job }]) => job))].map((job) => {
    const lines = kinds.filter(([, row]) => row.job === job).map(lineOfKind);
    return `## ${job === null ? 'Nothing' : job}\n\n${list(lines)}`;
  });
  return page(
    'Retention',
    'packages/contract/src/service/retention-table.ts',
    'Every kind of data by the job that ends it (`operator`: the people who run the service): period, tables and other places, start of the period. Data of an account goes with the account at the latest. The privacy policy is tested against the same table.',
    ...sections,
  );
}

function lineOfKind([kind, { period, from, tables, elsewhere }]: [string, RetentionRow]): string {
  const places = [...tables.map(code), ...(elsewhere ? [elsewhere] : [])].join(', ');
  const counted = period === 'with_account' || period === 'kept' ? '' : `; from ${from}`;
  return `**${kind}** (${periodOf(period)}): ${places}${counted}`;
}

function periodOf(period: RetentionPeriod): string {
  if (period === 'with_account') return 'with the account';
  if (period === 'at_once') return 'immediately';
  if (period === 'kept') return 'kept';
  const [unit, count] = 'days' in period ? ['day', period.days] : ['year', period.years];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

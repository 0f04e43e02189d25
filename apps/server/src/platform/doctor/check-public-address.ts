import { isLoopback } from '../http/loopback.ts';
import { askOnce, type HttpAnswer } from './ask-once.ts';
import { connectionTrouble, isCertificateTrouble } from './connection-trouble.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

const about = 'Public address';
const day = 24 * 60 * 60 * 1000;
const renewalDays = 14;

export interface PublicAddress {
  publicUrl: string;
  isProduction: boolean;
  now: Date;
}

/** Whether people who open the address meet our server, with a certificate that browsers believe. */
export async function checkPublicAddress(
  { publicUrl, isProduction, now }: PublicAddress,
  signal: AbortSignal,
): Promise<Finding[]> {
  const found = await visit(publicUrl, signal).catch((error: unknown) =>
    unreachable(publicUrl, error),
  );
  if (!('status' in found)) return [found];
  const troubles = [...answerTroubles(publicUrl, found), ...certificateTroubles(found, now)];
  const { protocol, hostname } = new URL(publicUrl);
  if (isProduction && (protocol !== 'https:' || isLoopback(hostname))) {
    const says = `${publicUrl} is not an https address that others can open`;
    troubles.push(warning(about, says, 'Set PUBLIC_URL to the https address that people open.'));
  }
  return troubles.length > 0 ? troubles : [ok(about, `${publicUrl} leads to this service`)];
}

const visit = (publicUrl: string, signal: AbortSignal) =>
  askOnce(`${publicUrl}/api/health`, { signal });

function answerTroubles(publicUrl: string, { status, headers, text }: HttpAnswer): Finding[] {
  if (status === 200 && isOurs(text)) return [];
  if (status >= 300 && status < 400) {
    const says = `${publicUrl} sends people on to ${originOf(headers.location)}`;
    return [wrong(about, says, 'Set PUBLIC_URL to the address where they arrive.')];
  }
  if (status >= 502 && status <= 504) {
    const says = `${publicUrl} answers ${status}: the proxy does not reach the server`;
    return [wrong(about, says, 'Start the server, or let the proxy lead to its HOST and PORT.')];
  }
  const says = `${publicUrl} is answered by another program (${status})`;
  return [wrong(about, says, 'Let the name and the proxy lead to this server.')];
}

function isOurs(text: string): boolean {
  try {
    return JSON.parse(text).status === 'ok';
  } catch {
    return false;
  }
}

/** Without what stands behind the host: it may carry anything. */
function originOf(location = ''): string {
  return URL.canParse(location) ? new URL(location).origin : 'another page';
}

function certificateTroubles({ certificateEndsAt: end }: HttpAnswer, now: Date): Finding[] {
  if (!end || end.getTime() - now.getTime() > renewalDays * day) return [];
  const says = `the certificate ends on ${end.toISOString().slice(0, 10)}`;
  return [warning(about, says, 'See why it was not renewed by itself.')];
}

/** From here the way may be closed although others find it: a connection that fails proves little. */
function unreachable(publicUrl: string, error: unknown): Finding {
  const says = `${publicUrl} ${connectionTrouble(error) ?? 'cannot be opened from this machine'}`;
  if (isCertificateTrouble(error)) {
    return wrong(about, says, 'Give the proxy a certificate for this name, with its whole chain.');
  }
  if (/resolved$/.test(says)) {
    return wrong(about, says, 'Enter the name where the domain is managed, or correct PUBLIC_URL.');
  }
  const todo = 'Start the server and its proxy, then open the address from elsewhere.';
  return warning(about, says, todo);
}

import { askOnce } from './ask-once.ts';
import { connectionTrouble } from './connection-trouble.ts';
import { type Finding, ok, warning, wrong } from './finding.ts';

/** A service of others, and a question that changes nothing there. */
export interface WebService {
  about: string;
  url: string;
  headers: Record<string, string>;
  /** The variables that hold its address, and what it is asked to believe. */
  addressVariable: string;
  accessVariables: string;
  /** What else the answer tells; undefined where all is well. */
  judge?(text: string): Finding | undefined;
  /** A service need not know the question. */
  isQuestionOptional?: boolean;
}

/** Whether it answers, and lets us in. */
export async function checkWebService(
  service: WebService,
  signal: AbortSignal,
): Promise<Finding[]> {
  const { about, url, headers, addressVariable, accessVariables } = service;
  const { host } = new URL(url);
  try {
    const { status, text } = await askOnce(url, { headers, signal });
    if (status === 200) {
      return [service.judge?.(text) ?? ok(about, `${host} answers and lets us in`)];
    }
    if (status === 401 || status === 403) {
      const says = `${host} does not let us in (${status})`;
      return [wrong(about, says, `Look at ${accessVariables}.`)];
    }
    if (status === 404 && service.isQuestionOptional) return [ok(about, `${host} answers`)];
    if (status === 429 || status >= 500) {
      const says = `${host} answers ${status}`;
      return [warning(about, says, 'It is overloaded or broken now: run this again later.')];
    }
    const says = `${host} answers ${status}, as another service would`;
    return [wrong(about, says, `Look at ${addressVariable}.`)];
  } catch (error) {
    const trouble = connectionTrouble(error);
    if (!trouble) throw error;
    const todo = `Look at ${addressVariable}, the network and the firewall.`;
    return [wrong(about, `${host} ${trouble}`, todo)];
  }
}

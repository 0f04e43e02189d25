import { addresses } from 'virtual:endpoint-addresses';
import { type CallOptions, type Client, createClient, requestOf } from '@zavet/contract/client';
import type { EndpointName } from '@zavet/contract/endpoints';
import { passwordProof } from '../session/password-proof.ts';
import { keptSession } from '../session/session.ts';
import { deskWatch } from './desk-watch.ts';
import { createSend, keepingSession } from './send.ts';
import { transferFetch } from './transfer-fetch.ts';

const calls = createClient(
  addresses,
  createSend({
    ...keptSession,
    fetch: async (path, init) => deskWatch.look(await fetch(path, init)),
    timeout: (ms) => AbortSignal.timeout(ms),
  }),
);

const transfers = createClient(
  addresses,
  keepingSession(keptSession, async (path, init) =>
    deskWatch.look(await transferFetch(path, init)),
  ),
);

/** What a call takes. */
export type InputOf<Name extends EndpointName> = NonNullable<Parameters<Client[Name]>[0]>;
/** What a call answers, as a browser receives it. */
export type AnswerOf<Name extends EndpointName> = Awaited<ReturnType<Client[Name]>>;

/**
 * Every call of the contract, with the session kept alive behind it. One that the server wants to
 * see proven waits for the owner's answer. Files may take their time.
 */
export const api: Client = {
  // A mail server may take its time, like a file.
  ...askingForProof({ ...calls, connectMailbox: transfers.connectMailbox }),
  getMailboxMessage: transfers.getMailboxMessage,
  downloadMailboxAttachment: transfers.downloadMailboxAttachment,
  downloadFile: transfers.downloadFile,
  downloadFiles: transfers.downloadFiles,
  downloadRequestDocument: transfers.downloadRequestDocument,
  downloadReviewDocument: transfers.downloadReviewDocument,
};

/** A call of which only the name is a variable: its caller has checked the input. */
export function call<Name extends EndpointName>(
  name: Name,
  input: unknown,
  options?: CallOptions,
): Promise<AnswerOf<Name>> {
  return (api[name] as (...given: unknown[]) => Promise<AnswerOf<Name>>)(input, options);
}

/** Where a browser downloads an export by itself, so that it can go on after a break. */
export function exportAddress(id: string): string {
  return requestOf(addresses.downloadExport, { params: { id } }).path;
}

function askingForProof(client: Client): Client {
  type Call = (...input: unknown[]) => Promise<unknown>;
  const asking = Object.entries(client).map(([name, call]) => [
    name,
    (...input: unknown[]) => passwordProof.withProof(() => (call as Call)(...input)),
  ]);
  return Object.fromEntries(asking) as Client;
}

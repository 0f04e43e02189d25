import { addresses } from 'virtual:endpoint-addresses';
import { type CallOptions, type Client, createClient, requestOf } from '@zavet/contract/client';
import type { EndpointName } from '@zavet/contract/endpoints';
import { passwordProof } from '../session/password-proof.ts';
import { sessionRenewal } from '../session/session.ts';
import { deskWatch } from './desk-watch.ts';
import { createSend, withSessionRenewal } from './send.ts';
import { transferFetch } from './transfer-fetch.ts';

const calls = createClient(
  addresses,
  createSend({
    ...sessionRenewal,
    fetch: async (path, init) => deskWatch.look(await fetch(path, init)),
    timeout: (ms) => AbortSignal.timeout(ms),
  }),
);

const transfers = createClient(
  addresses,
  withSessionRenewal(sessionRenewal, async (path, init) =>
    deskWatch.look(await transferFetch(path, init)),
  ),
);

/** Input of an endpoint: parameters, query and body. */
export type InputOf<Name extends EndpointName> = NonNullable<Parameters<Client[Name]>[0]>;
/** Output of an endpoint as a browser receives it. */
export type OutputOf<Name extends EndpointName> = Awaited<ReturnType<Client[Name]>>;

/**
 * Every call of the contract. Keeps the session alive, waits for a password proof if the server
 * asks for one, and uses no fixed timeout for files.
 */
export const api: Client = {
  // No fixed timeout: a mail server may be slow.
  ...withPasswordProof({ ...calls, connectMailbox: transfers.connectMailbox }),
  getMailboxMessage: transfers.getMailboxMessage,
  downloadMailboxAttachment: transfers.downloadMailboxAttachment,
  downloadFile: transfers.downloadFile,
  downloadFiles: transfers.downloadFiles,
  downloadRequestDocument: transfers.downloadRequestDocument,
  downloadReviewDocument: transfers.downloadReviewDocument,
};

/** A call chosen by name at run time; the caller has checked the input. */
export function call<Name extends EndpointName>(
  name: Name,
  input: unknown,
  options?: CallOptions,
): Promise<OutputOf<Name>> {
  return (api[name] as (...given: unknown[]) => Promise<OutputOf<Name>>)(input, options);
}

/** The address of a download that the browser runs itself and can resume. */
export function exportAddress(id: string): string {
  return requestOf(addresses.downloadExport, { params: { id } }).path;
}

function withPasswordProof(client: Client): Client {
  type Call = (...input: unknown[]) => Promise<unknown>;
  const withProofs = Object.entries(client).map(([name, call]) => [
    name,
    (...input: unknown[]) => passwordProof.withProof(() => (call as Call)(...input)),
  ]);
  return Object.fromEntries(withProofs) as Client;
}

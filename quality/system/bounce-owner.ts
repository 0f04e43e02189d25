import { setTimeout as pause } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { signInAnew, signUpBody } from '../bench/owners.ts';
import type { BenchServer } from '../bench/server.ts';

/** An owner who signed up with a mail that really came, and whose session is renewed when it ends. */
export async function ownerByMail(
  server: BenchServer,
  far: SmtpStandIn,
  email: string,
): Promise<Client> {
  await signUp(server, email);
  const token = await confirmationFor(far, email);
  await server.client().verifyEmail({ body: { token } });
  let { cookie } = await signInAnew(server, { email });
  let signedInAt = performance.now();
  return createClient(endpoints, async (path, init) => {
    if (performance.now() - signedInAt > 8 * 60_000) {
      ({ cookie } = await signInAnew(server, { email }));
      signedInAt = performance.now();
    }
    return fetch(`${server.url}${path}`, {
      ...init,
      headers: { ...(init.headers as object), cookie },
    });
  });
}

/** On a busy machine the server answers before its queue of jobs is open. */
async function signUp(server: BenchServer, email: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await server.client().signUp({ body: signUpBody(email) });
      return;
    } catch (error) {
      if (tries === 20 || !(error instanceof ApiError)) throw error;
      await pause(1_000);
    }
  }
}

async function confirmationFor(far: SmtpStandIn, email: string): Promise<string> {
  for (let tries = 0; tries < 600; tries += 1) {
    const mail = far.taken.find(({ to }) => to === email);
    const token = mail && /type=signup&token=([\w-]+)/.exec(mail.text)?.[1];
    if (token) return token;
    await pause(100);
  }
  throw new Error(`no mail has come to ${email}`);
}

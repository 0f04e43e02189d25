import { setTimeout as pause } from 'node:timers/promises';
import { requestOf } from '@zavet/contract/client';
import { endpoints } from '@zavet/contract/endpoints';
import type { SmtpStandIn } from '@zavet/smtp-stand-in/stand-in';
import { call } from '../bench/call.ts';
import { newEmail, signInAnew, signUpBody } from '../bench/owners.ts';
import { type BenchServer, newCallerAddress } from '../bench/server.ts';
import { attach, nameContacts, pdfOf, writeInstruction } from '../bench/vault.ts';
import { ownerByMail } from './bounce-owner.ts';

export interface Load {
  calls: number;
  errors: string[];
  longestMs: number;
  stop(): Promise<void>;
}

/** Between two calls of one person: enough for others on a small machine. */
const thinkMs = 20;

export interface Person {
  email: string;
  contacts: string[];
}

/** People whose accounts are there before the upgrade. */
export async function newPeople(
  server: BenchServer,
  far: SmtpStandIn,
  count: number,
): Promise<Person[]> {
  const people: Person[] = [];
  for (let made = 0; made < count; made += 1) {
    const email = newEmail();
    await ownerByMail(server, far, email);
    const { cookie } = await signInAnew(server, { email });
    people.push({ email, contacts: await nameContacts({ url: server.url, cookie }) });
  }
  return people;
}

/** Everybody signs in, reads, writes and attaches, over and over; newcomers sign up. */
export function putUnderLoad(server: BenchServer, people: readonly Person[]): Load {
  const load: Load = { calls: 0, errors: [], longestMs: 0, stop: async () => {} };
  let isOver = false;
  const counted = async <T>(what: string, work: () => Promise<T>): Promise<T | undefined> => {
    const began = performance.now();
    try {
      return await work();
    } catch (error) {
      load.errors.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
      return undefined;
    } finally {
      load.calls += 1;
      load.longestMs = Math.max(load.longestMs, performance.now() - began);
      await pause(thinkMs);
    }
  };
  const file = pdfOf(20_000);
  const live = async ({ email, contacts }: Person) => {
    const signedIn = await counted('sign-in', () => signInAnew(server, { email }));
    if (!signedIn) return;
    const target = { url: server.url, cookie: signedIn.cookie };
    while (!isOver) {
      await counted('session', () => call(target, endpoints.getSession));
      const id = await counted('create', () => writeInstruction(target, contacts));
      if (id) await counted('attach', () => attach(target, id, file));
      await counted('list', () => call(target, endpoints.listInstructions));
      await counted('contacts', () => call(target, endpoints.listContacts));
      await counted('dashboard', () => call(target, endpoints.getDashboard));
      await counted('readiness', () => call(target, endpoints.getReadiness));
    }
  };
  const arrive = async () => {
    while (!isOver) {
      await counted('sign-up', () => signUp(server.url));
      await pause(200);
    }
  };
  const running = Promise.all([...people.map(live), arrive()]);
  load.stop = async () => {
    isOver = true;
    await running;
  };
  return load;
}

async function signUp(url: string): Promise<void> {
  const { path, ...request } = requestOf(endpoints.signUp, { body: signUpBody(newEmail()) });
  const response = await fetch(url + path, {
    ...request,
    headers: { ...request.headers, 'x-forwarded-for': newCallerAddress() },
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}

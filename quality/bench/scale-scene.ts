import type { Target } from './call.ts';
import { onDatabase } from './on-database.ts';
import { newOwners, type Owner, signInAnew } from './owners.ts';
import { fillOwners } from './scale-fill.ts';
import { type BenchServer, startServer } from './server.ts';
import { nameContacts, writeInstruction } from './vault.ts';

/** Who is measured; what they have was made through the product, so that it opens. */
const measuredOwners = 20;
const instructionsEach = 10;

/** An owner with one contact, who can start the protocol. */
export interface Legacy {
  user_id: string;
  contact_id: string;
}

/** A database with so many owners. */
export interface Filled {
  databaseUrl: string;
  /** The same at every start: a database knows its store. */
  environment: Record<string, string>;
  owners: Owner[];
  contacts: string[][];
  heir: Owner;
  /** Whose protocol was not started yet. */
  legacies: Legacy[];
}

/** A server on it, with sessions that have just begun. */
export interface Scene extends Filled {
  server: BenchServer;
  targets: Target[];
}

export const publicUrl = 'http://zavet.example';

export async function fillScene(
  databaseUrl: string,
  environment: Record<string, string>,
  owners: number,
  releases: number,
): Promise<Filled> {
  const server = await startServer(databaseUrl, environment);
  const people = await makePeople(server, databaseUrl, releases).finally(() => server.stop());
  await fillOwners(databaseUrl, owners - measuredOwners - releases - 1);
  return { ...people, environment };
}

async function makePeople(
  server: BenchServer,
  databaseUrl: string,
  releases: number,
): Promise<Omit<Filled, 'environment'>> {
  const [heir, ...people] = await newOwners(server, 1 + measuredOwners + releases);
  if (!heir) throw new Error('Nobody signed up.');
  const contacts: string[][] = [];
  for (const [place, { cookie }] of people.entries()) {
    const target = { url: server.url, cookie };
    const named = await nameContacts(target, place < measuredOwners ? undefined : [heir.email]);
    for (let count = 0; count < instructionsEach; count += 1) await writeInstruction(target, named);
    contacts.push(named);
  }
  await onDatabase(databaseUrl, (query) =>
    query(`update trusted_contacts set status = 'confirmed' where user_id = any($1)`, [
      people.map(({ user_id }) => user_id),
    ]),
  );
  const legacies = people.map(({ user_id }, place) => ({
    ...{ user_id, contact_id: contacts[place]?.[0] ?? '' },
  }));
  return {
    ...{ databaseUrl, heir, contacts: contacts.slice(0, measuredOwners) },
    owners: people.slice(0, measuredOwners),
    legacies: legacies.slice(measuredOwners),
  };
}

export async function openScene(filled: Filled): Promise<Scene> {
  const server = await startServer(filled.databaseUrl, filled.environment);
  const owners: Owner[] = [];
  for (const owner of filled.owners) owners.push(await signInAnew(server, owner));
  const targets = owners.map(({ cookie }) => ({ url: server.url, cookie }));
  return { ...filled, server, owners, targets };
}

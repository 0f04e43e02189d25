import { isDeepStrictEqual } from 'node:util';
import type { factorEndpoints } from '@zavet/contract/identity/factor-endpoints';
import { sessionTimings } from '@zavet/contract/timings';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../../../../test/browser.ts';
import { type Person, signedInPerson } from '../../../../../test/people.ts';
import {
  addPasskey,
  codeOf,
  createSoftwareAuthenticator,
  enableCodes,
  factorsOf,
  passPassword,
  type SoftwareAuthenticator,
} from '../../../../../test/second-factors.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { webauthn } from './webauthn.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** An account with a passkey newer than every link that can disown it. */
interface Scene {
  owner: Person;
  device: SoftwareAuthenticator;
  passkeyId: string;
  /** Secret of the confirmed or pending one-time codes. */
  secret: string;
  /** The browser of the intruder or the owner. */
  browser: Browser;
}

/**
 * Means of access that an intruder or the owner may have; each opens a browser with this access.
 */
const holdings = {
  mailbox: async () => product.browser(),
  'mailbox and password': async ({ owner }) => {
    const browser = product.browser();
    await passPassword(browser, owner);
    return browser;
  },
  session: ({ owner }) => agedSession(owner),
  'session and password': async ({ owner }) => {
    const browser = await agedSession(owner);
    await browser.proveSession({ body: { current_password: owner.password } });
    return browser;
  },
  'session and factor': async ({ owner, device }) => {
    const browser = await agedSession(owner);
    const passkey = device.use(await browser.startPasskeyProof());
    await browser.proveSession({ body: { passkey } });
    return browser;
  },
} satisfies Record<string, (scene: Omit<Scene, 'browser'>) => Promise<Browser>>;

type Holding = keyof typeof holdings;

async function agedSession({ browser }: Person): Promise<Browser> {
  browser.provesAutomatically = false;
  product.clock.advance(sessionTimings.proofLifetime);
  await browser.refreshSession();
  return browser;
}

type Outcome = 'allowed' | 'session_missing' | 'proof_required' | 'factor_proof_required';
const expectedOutcomes: Record<Holding, Outcome> = {
  mailbox: 'session_missing',
  'mailbox and password': 'session_missing',
  session: 'proof_required',
  'session and password': 'factor_proof_required',
  'session and factor': 'allowed',
};

type OwnerChange = {
  [Name in keyof typeof factorEndpoints]: (typeof factorEndpoints)[Name] extends
    | { method: 'GET' }
    | { callers: 'anyone' }
    ? never
    : Name;
}[keyof typeof factorEndpoints];

/** Every endpoint of a signed-in owner; a new one must be classified here. */
const ownerCalls: Record<OwnerChange, ((scene: Scene) => Promise<unknown>) | 'no factor'> = {
  startPasskeyCreation: ({ browser }) => browser.startPasskeyCreation(),
  addPasskey: async ({ browser, owner }) => {
    const passkey = createSoftwareAuthenticator().create(await creationFor(owner));
    return browser.addPasskey({ body: { passkey, name: 'Новый' } });
  },
  renamePasskey: 'no factor',
  removePasskey: ({ browser, passkeyId }) => browser.removePasskey({ params: { id: passkeyId } }),
  startCodeSetup: ({ browser }) => browser.startCodeSetup(),
  confirmCodes: ({ browser, secret }) =>
    browser.confirmCodes({ body: { code: codeOf(product, secret) } }),
  removeCodes: ({ browser }) => browser.removeCodes(),
  makeRecoveryCodes: ({ browser }) => browser.makeRecoveryCodes(),
  startPasskeyProof: 'no factor',
};
const factorCalls = Object.entries(ownerCalls).flatMap(([name, call]) =>
  call === 'no factor' ? [] : [[name as OwnerChange, call] as const],
);
/** Calls that only prepare a change of factors. */
const preparingCalls = new Set<OwnerChange>(['startPasskeyCreation', 'startCodeSetup']);

/** Registration options as `startPasskeyCreation` returns them, obtained without calling it. */
async function creationFor({ userId: id, email }: Person) {
  const [session] = await product.database.rows<{ id: string }>(
    sql`select id from sessions where user_id = ${id}`,
  );
  const use = { purpose: 'register', subject: session?.id ?? '' } as const;
  return webauthn(product.ctx).createRegistration(use, { id, email }, [], product.clock.now());
}

async function sceneOf(name: OwnerChange): Promise<Omit<Scene, 'browser'>> {
  const owner = await signedInPerson(product);
  const { device } = await addPasskey(owner);
  const hasCodes = name === 'removeCodes';
  const { secret } = await (hasCodes
    ? enableCodes(product, owner)
    : owner.browser.startCodeSetup());
  const [{ id: passkeyId = '' } = {}] = (await owner.browser.getFactors()).passkeys;
  return { owner, device, passkeyId, secret };
}

describe('once an account has a second factor', () => {
  it.each(factorCalls)('%s requires a session with a proof by a factor', async (name, call) => {
    const scene = await sceneOf(name);
    const before = await factorsOf(product, scene.owner);
    for (const [holding, outcome] of Object.entries(expectedOutcomes)) {
      const browser = await holdings[holding as Holding](scene);
      const tried = await call({ ...scene, browser }).then(
        () => 'allowed',
        ({ code }) => code,
      );
      expect([holding, tried]).toEqual([holding, outcome]);
      const isChanged = !isDeepStrictEqual(await factorsOf(product, scene.owner), before);
      expect(isChanged).toBe(outcome === 'allowed' && !preparingCalls.has(name));
    }
  });
});

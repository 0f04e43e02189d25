import { factorTimings } from '@zavet/contract/timings';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { minute } from '../../../../../test/durations.ts';
import { failureOf } from '../../../../../test/failure-of.ts';
import { newAddress, type Person, signedInPerson } from '../../../../../test/people.ts';
import {
  addPasskey,
  createSoftwareAuthenticator,
  enableCodes,
  factorsOf,
  passPassword,
  signInWithPasskey,
} from '../../../../../test/second-factors.ts';
import { startTestProduct, type TestProduct } from '../../../../../test/test-product.ts';
import { processLostDeviceWaits } from './lost-device.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

const newPassword = 'Another-horse-2';

/** Every mailed link that leads to a token for a new password. */
const mailedLinks: Record<string, (owner: Person) => Promise<string>> = {
  'recovers the password': async ({ email }) => {
    await product.browser().recover({ body: { email } });
    return tokenFor(email, 'recovery');
  },
  'disowns the factor': async ({ email }) => {
    const token = await tokenFor(email, 'disown_factor');
    return (await product.browser().disownFactor({ body: { token } })).recovery_token;
  },
  'disowns a sign-in': async (owner) => {
    const token = await tokenFor(owner.email, 'disown_sign_in');
    return (await product.browser().disownSignIn({ body: { token } })).recovery_token;
  },
  'disowns a sign-in of the log': async ({ browser }) => {
    const { events } = await browser.listSecurityEvents({ query: {} });
    const id = events.findLast(({ kind }) => kind === 'signed_in')?.id ?? '';
    return (await browser.disownLoggedSignIn({ params: { id } })).recovery_token;
  },
  'undoes a change of address': async ({ email }) => {
    await product.browser().undoEmailChange({
      body: { token: await tokenFor(email, 'email_undo') },
    });
    return tokenFor(email, 'recovery');
  },
};

/** The newest token of a kind. */
function tokenFor(address: string, type: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const mails = await product.mailbox.receive(address);
      const mail = mails.findLast(({ text }) => text.includes(`type=${type}`));
      if (!mail) throw new Error(`no mail with type=${type}`);
      return mail.tokenOf(type);
    },
    { timeout: 15_000 },
  );
}

/** An owner after a sign-in from another browser and a requested change of address. */
async function intrudedOwner(): Promise<Person> {
  const owner = await signedInPerson(product);
  await product.browser().signIn({ body: owner });
  await owner.browser.requestEmailChange({ body: { new_email: newAddress() } });
  product.clock.advance(minute);
  return owner;
}

async function setPasswordWith(token: string): Promise<void> {
  const body = { token, password: newPassword, confirm_password: newPassword };
  await product.browser().resetPassword({ body });
}

describe('control of the mailbox alone', () => {
  it.each(Object.keys(mailedLinks))('%s and removes no factor', async (way) => {
    const owner = await intrudedOwner();
    await addPasskey(owner);
    await enableCodes(product, owner);
    const before = await factorsOf(product, owner);
    await setPasswordWith((await mailedLinks[way]?.(owner)) ?? '');
    expect(await factorsOf(product, owner)).toEqual(before);
    const browser = product.browser();
    await passPassword(browser, { ...owner, password: newPassword });
    expect((await browser.getSession()).session).toBeNull();
  });

  it('does not disown older factors, even if used since', async () => {
    const owner = await signedInPerson(product);
    const { device } = await addPasskey(owner);
    product.clock.advance(minute);
    const other = product.browser();
    await signInWithPasskey(other, device);
    const token = await tokenFor(owner.email, 'disown_sign_in');
    await product.browser().disownSignIn({ body: { token } });
    expect((await failureOf(other.getFactors())).code).toBe('session_missing');
    const { session } = await signInWithPasskey(product.browser(), device);
    expect(session.user.id).toBe(owner.userId);
  });

  it('adds no known device and removes only those of the disowned sign-in', async () => {
    const owner = await signedInPerson(product);
    await addPasskey(owner);
    const known = () =>
      product.database.rows(sql`select id from known_devices where user_id = ${owner.userId}`);
    const before = await known();
    await setPasswordWith((await mailedLinks['recovers the password']?.(owner)) ?? '');
    expect(await known()).toEqual(before);
    await mailedLinks['disowns the factor']?.(owner);
    expect(await known()).toEqual(before);
  });
});

describe('an intruder who added the first factor', () => {
  async function stolenAccount() {
    const owner = await signedInPerson(product);
    const { device, recoveryCodes } = await addPasskey(owner);
    const token = await tokenFor(owner.email, 'disown_factor');
    const { recovery_token } = await product.browser().disownFactor({ body: { token } });
    await setPasswordWith(recovery_token);
    return { owner: { ...owner, password: newPassword }, device, recoveryCodes };
  }

  it('is locked out and cannot end the waiting period, after which the owner signs in', async () => {
    const { owner, device, recoveryCodes } = await stolenAccount();
    const browser = product.browser();
    const asked = await passPassword(browser, owner);
    expect(asked).toMatchObject({ passkey: null, has_codes: false, has_recovery_codes: false });
    await browser.reportLostDevice();
    const passkey = await failureOf(signInWithPasskey(product.browser(), device));
    const recovery = { recovery_code: recoveryCodes?.[0] ?? '' };
    const code = await failureOf(browser.completeSecondStep({ body: recovery }));
    expect([passkey.code, code.code]).toEqual(['passkey_refused', 'wrong_recovery_code']);
    for (let runs = 0; runs < 3; runs++) {
      product.clock.advance(factorTimings.lostDevice / 2);
      await processLostDeviceWaits(product.ctx, new AbortController().signal);
    }
    const { session } = await browser.signIn({ body: owner });
    expect(session?.user.id).toBe(owner.userId);
    expect(await factorsOf(product, owner)).toEqual([]);
  });
});

describe('an owner with an older factor', () => {
  it('removes only the disowned factors by using it', async () => {
    const owner = await signedInPerson(product);
    const { device, recoveryCodes } = await addPasskey(owner);
    product.clock.advance(minute);
    const { device: foreign } = await addPasskey(owner, createSoftwareAuthenticator(), 'Чужой');
    await product.mailbox.receive(owner.email, 2);
    const token = await tokenFor(owner.email, 'disown_factor');
    await product.browser().disownFactor({ body: { token } });
    expect((await failureOf(signInWithPasskey(product.browser(), foreign))).code).toBe(
      'passkey_refused',
    );
    expect(
      (await factorsOf(product, owner)).filter((one) => one.startsWith('passkey')),
    ).toHaveLength(2);
    const browser = product.browser();
    await signInWithPasskey(browser, device);
    const { passkeys, recovery_codes_left } = await browser.getFactors();
    expect(passkeys.map(({ name }) => name)).toEqual(['Телефон']);
    expect(recovery_codes_left).toBe(recoveryCodes?.length);
    expect(
      (await factorsOf(product, owner)).filter((one) => one.startsWith('passkey')),
    ).toHaveLength(1);
    await expect
      .poll(() => product.mailbox.subjects(owner.email, 1))
      .toContain('Удалён ключ доступа');
  });
});

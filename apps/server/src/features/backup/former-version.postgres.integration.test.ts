import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../test/failure-of.ts';
import { type Machine, newMachine } from '../../../test/machine.ts';
import { samples } from '../../../test/sample-files.ts';
import { testMasterKey } from '../../../test/test-database.ts';
import { startTestProduct, type TestProduct } from '../../../test/test-product.ts';
import { resealHeadings } from '../instructions/reseal-headings.ts';

const versions = fileURLToPath(new URL('../../../test/former-versions/', import.meta.url));
let machine: Machine;
let product: TestProduct;
/** People who used that version, and what they still hold of it. */
// biome-ignore lint/suspicious/noExplicitAny: each version has people of its own
let people: any;

async function restore(version: string) {
  const folder = join(versions, version);
  people = JSON.parse(readFileSync(join(folder, 'people.json'), 'utf8'));
  machine = await newMachine({ keyText: `1:${testMasterKey}\n` });
  const { code, output } = await machine.run('restore', folder);
  expect(output).toContain('Restored');
  expect(code).toBe(0);
  const environment = { ...machine.env, MASTER_KEY_FILE: machine.keyFile };
  product = await startTestProduct(environment, { runsJobs: false });
  // The secrets are as fresh as on the day of the backup.
  product.clock.advance(Date.parse(people.made_at) - Date.now());
}
async function remove() {
  await product.stop();
  await machine.remove();
}

async function signedIn({ email }: { email: string }) {
  const browser = product.browser();
  await browser.signIn({ body: { email, password: people.password } });
  return browser;
}

describe.each(['2026-11-15', '2026-11-16'])('what was kept by the version of %s', (version) => {
  beforeAll(() => restore(version));
  afterAll(remove);

  it('keeps a browser signed in that was', async () => {
    const browser = product.browser();
    for (const [name, value] of Object.entries<string>(people.anna.cookies)) {
      browser.cookies.set(name, value);
    }
    expect(await browser.getProfile()).toMatchObject({ first_name: 'Анна' });
    expect(await browser.refreshSession()).toMatchObject({
      session: { user: { id: people.anna.userId } },
    });
    expect(await browser.getProfile()).toMatchObject({ first_name: 'Анна' });
  });

  it('opens texts and files with the password of that day', async () => {
    const browser = await signedIn(people.anna);
    const params = { id: people.anna.instruction };
    const instruction = await browser.getInstruction({ params });
    expect(instruction).toMatchObject({
      title: 'Где лежат бумаги',
      content: 'Всё в синей папке, ключ у соседки.',
      recipient_name: 'Пётр',
      recipient_email: 'petr@example.org',
    });
    const { instructions } = await browser.listInstructions();
    const files = instructions.find(({ id }) => id === params.id)?.files ?? [];
    const bytesOf = async (name: string) => {
      const file = files.find(({ file_name }) => file_name === name);
      const response = await browser.downloadFile({ params: { id: file?.id ?? name } });
      return Buffer.from(await response.arrayBuffer());
    };
    expect(await bytesOf('завещание.pdf')).toEqual(Buffer.from(samples.pdf));
    expect(String(await bytesOf('заметка.txt'))).toBe('Полить цветы.\n');
    const { signal } = new AbortController();
    await resealHeadings(product.deps.protocol.instructions, signal);
    expect(await browser.getInstruction({ params })).toEqual(instruction);
    expect((await browser.listInstructions()).instructions).toEqual(instructions);
    const { contacts } = await browser.listContacts();
    expect(contacts).toHaveLength(2);
  });

  it('confirms a newcomer by the link of that day', async () => {
    const token = people.newcomer.signup;
    await product.browser().verifyEmail({ body: { token } });
    expect(await (await signedIn(people.newcomer)).getProfile()).toMatchObject({
      user_email: people.newcomer.email,
    });
  });

  it('changes an address and takes it back by the links of that day', async () => {
    const { change, undo, email, newEmail } = people.boris;
    const stranger = product.browser();
    const changed = await stranger.confirmEmailChange({ body: { token: change } });
    expect(changed.user_email).toBe(newEmail);
    const undone = await stranger.undoEmailChange({ body: { token: undo } });
    expect(undone.user_email).toBe(email);
  });

  it('lets an invited person agree by the link of that day', async () => {
    const body = { token: people.waiting.token };
    expect(await product.browser().openInvitation({ body })).toMatchObject({ status: 'pending' });
    expect(await product.browser().acceptInvitation({ body })).toMatchObject({
      status: 'confirmed',
    });
  });

  it('opens a letter by the link of that day', async () => {
    const browser = product.browser();
    const opened = await browser.openDeliveryLink({ body: { token: people.vera.delivery } });
    const letter = await browser.getDelivery({ params: { id: opened.delivery_id } });
    expect(letter).toMatchObject({ title: people.vera.title, content: people.vera.content });
  });

  it('starts the protocol by a payment that was under way', async () => {
    const { crt, payment_id } = people.son;
    const browser = await signedIn(people.son);
    const body = {
      action: 'refresh-payment-status',
      crt,
      payment_id,
      status: 'succeeded',
    } as const;
    expect(await browser.refreshPaymentStatus({ body })).toMatchObject({ is_paid: true });
    const [activation] = await product.database.rows<{ status: string }>(sql`
      select status from activation_requests where deceased_user_id = ${people.anna.userId}`);
    expect(activation?.status).toBe('activated');
  });

  it('sets a new password by the link of that day', async () => {
    const password = 'Another-horse-2';
    const token = people.son.recovery;
    const stranger = product.browser();
    await stranger.resetPassword({ body: { token, password, confirm_password: password } });
    await stranger.signIn({ body: { email: people.son.email, password } });
    expect(await stranger.getProfile()).toMatchObject({ user_email: people.son.email });
  });
});

describe('a password that the version of 2026-11-16 made void', () => {
  beforeAll(() => restore('2026-11-16'));
  afterAll(remove);

  it('stays void, and the link of that day sets another', async () => {
    const { email, recovery: token } = people.olga;
    const attempt = (password: string) => product.browser().signIn({ body: { email, password } });
    const reset = (password: string) =>
      product.browser().resetPassword({ body: { token, password, confirm_password: password } });
    expect((await failureOf(attempt(people.password))).code).toBe('invalid_credentials');
    expect((await failureOf(reset(people.password))).code).toBe('password_compromised');
    await reset('Another-horse-2');
    expect((await attempt('Another-horse-2')).session?.user.email).toBe(email);
  });
});

import { requestTerms } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorCodeOf, onlyContact } from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import { masterKeysFrom } from '../../../../test/master-keys.ts';
import { operatorAtDesk, type TestOperator } from '../../../../test/operators.ts';
import type { Person } from '../../../../test/people.ts';
import { activationsOf, family, payFor, type TrustedPerson } from '../../../../test/protocol.ts';
import { addDocument, approve, auditOf, fileRequest, reject } from '../../../../test/requests.ts';
import { pngOf, samples, textOf } from '../../../../test/sample-files.ts';
import { removeDue, tablesHolding } from '../../../../test/stored-data.ts';
import { testMasterKey } from '../../../../test/test-database.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { openOwnerKey, type WrappedOwnerKey } from '../../../platform/encryption/owner-key.ts';
import { assertMasterKeysSuffice } from '../../identity/owner-keys/check-keys.ts';
import { readKeyStatus, rewrapKeys } from '../../identity/owner-keys/rewrap-keys.ts';
import { removeObjects } from '../../vault/instructions/clean-up-files.ts';
import { sendLettersAndReschedule } from '../letters/send-letters.ts';

const endOldPapers = (now?: Date) => removeDue(product, 'request_papers', { ...(now && { now }) });

let product: TestProduct;
let operator: TestOperator;
let owner: Person;
let contact: TrustedPerson;
let id: string;
beforeAll(async () => {
  product = await startTestProduct({ ACTIVATION_MODE: 'verified' }, { runsJobs: false });
});
afterAll(() => product.stop());
beforeEach(async () => {
  operator = await operatorAtDesk(product);
  const people = await family(product);
  owner = people.owner;
  contact = onlyContact(people.contacts);
  id = (await fileRequest(owner, contact, 'КАНАРЕЙКА-ОБЪЯСНЕНИЕ')).id;
});

async function objectsOf(requestId: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of product.store.list(`requests/${requestId}`)) keys.push(key);
  return keys;
}
const countIn = async (table: 'request_papers' | 'request_documents') =>
  (
    await product.database.rows(
      sql`select 1 from ${sql.identifier(table)} where request_id = ${id}`,
    )
  ).length;
const inPath = (document_id: string) => ({ params: { id, document_id } });
const bytesOf = async (response: Promise<Response | Blob>) =>
  Buffer.from(await (await response).arrayBuffer());

describe('a document of a request', () => {
  it('is read by its contact and by an operator, byte for byte, with an audit entry', async () => {
    const content = textOf(300_000, 'КАНАРЕЙКА-ДОКУМЕНТ');
    const document = await addDocument(contact, id, 'КАНАРЕЙКА-ИМЯ.txt', content);
    const { request } = await contact.browser.getRequest({ params: { id } });
    expect(request.documents).toEqual([document]);
    const own = await bytesOf(contact.browser.downloadRequestDocument(inPath(document.id)));
    expect(own.equals(content)).toBe(true);
    const path = `/api/operator/requests/${id}/documents/${document.id}`;
    const response = await operator.browser.send(path);
    expect((await bytesOf(Promise.resolve(response))).equals(content)).toBe(true);
    expect(response.headers.get('content-security-policy')).toContain('sandbox');
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('cache-control')).toContain('no-store');
    expect(await auditOf(product, owner)).toEqual([
      'contact request_filed',
      'operator request_document_viewed',
    ]);
    const { review } = await operator.browser.getReview({ params: { id } });
    expect(review).toMatchObject({
      explanation: 'КАНАРЕЙКА-ОБЪЯСНЕНИЕ',
      documents: [{ file_name: 'КАНАРЕЙКА-ИМЯ.txt' }],
      rules: { waiting_hours: 0, needs_second: false, has_pin: false, has_veto_code: false },
      confirmed_contacts: 1,
      earlier: [],
      owner_seen_at: expect.any(String),
    });
    await reject(operator, id, 'КАНАРЕЙКА-ПОЯСНЕНИЕ');
    expect(await tablesHolding(product.database, ['КАНАРЕЙКА'])).toEqual([]);
    expect(product.logged()).not.toContain('КАНАРЕЙКА');
    expect((await owner.browser.getStorage()).used_mb).toBe(0);
    expect((await contact.browser.getStorage()).used_mb).toBe(0);
  });

  it('gets its detected type; duplicates and more than ten documents are refused', async () => {
    const refused = (name: string, content: Buffer) =>
      errorCodeOf(addDocument(contact, id, name, content));
    expect(await refused('программа.exe', samples.txt)).toBe('file_type_unsupported');
    expect(await refused('снимок.pdf', samples.txt)).toBe('file_content_mismatch');
    expect(await refused('пусто.pdf', Buffer.alloc(0))).toBe('file_empty');
    expect(await countIn('request_documents')).toBe(0);
    const renamed = await addDocument(contact, id, 'снимок.jpg', samples.png);
    expect(renamed).toMatchObject({ file_name: 'снимок.png', mime_type: 'image/png' });
    expect(await refused('снимок.png', samples.png)).toBe('file_already_attached');
    const tries = Array.from({ length: 12 }, (_, at) =>
      addDocument(contact, id, `${at}.png`, pngOf(at + 2)).then(
        () => 'stored',
        (error) => error.code,
      ),
    );
    const ends = await Promise.all(tries);
    expect(ends.filter((end) => end === 'stored')).toHaveLength(requestTerms.documents - 1);
    expect(new Set(ends)).toEqual(new Set(['stored', 'document_limit_reached']));
    await removeObjects(product);
    expect(await objectsOf(id)).toHaveLength(requestTerms.documents);
  });

  it('is removed with its object, until the decision', async () => {
    const document = await addDocument(contact, id);
    const other = await addDocument(contact, id, 'другая.png', samples.png);
    await contact.browser.removeRequestDocument(inPath(document.id));
    expect(await errorCodeOf(contact.browser.downloadRequestDocument(inPath(document.id)))).toBe(
      'not_found',
    );
    await removeObjects(product);
    expect(await objectsOf(id)).toEqual([`requests/${id}/${other.id}`]);
    await approve(operator, id);
    expect(await errorCodeOf(contact.browser.removeRequestDocument(inPath(other.id)))).toBe(
      'review_closed',
    );
    expect(await errorCodeOf(addDocument(contact, id, 'ещё.png', pngOf(3)))).toBe('review_closed');
    expect(await errorCodeOf(owner.browser.getRequest({ params: { id } }))).toBe('not_found');
  });
});

describe('the papers of a request', () => {
  it('are kept for thirty days after its end; then rows, objects and key are deleted', async () => {
    await addDocument(contact, id);
    const open = await family(product);
    const undecided = await fileRequest(open.owner, onlyContact(open.contacts));
    await reject(operator, id);
    const end = product.clock.now();
    const after = (ms: number) => new Date(end.getTime() + ms);
    await endOldPapers(after(requestTerms.papersKept - 1000));
    expect(await countIn('request_papers')).toBe(1);
    const removed = await endOldPapers(after(requestTerms.papersKept + 1000));
    expect(removed).toEqual({ dead_uploads: 0, requests: 1, documents: 1 });
    expect(await endOldPapers(after(requestTerms.papersKept + 1000))).toEqual({
      dead_uploads: 0,
      requests: 0,
      documents: 0,
    });
    expect(await countIn('request_papers')).toBe(0);
    expect(await countIn('request_documents')).toBe(0);
    await removeObjects(product);
    expect(await objectsOf(id)).toEqual([]);
    const { request } = await contact.browser.getRequest({ params: { id } });
    expect(request).toMatchObject({ status: 'rejected', explanation: null, documents: [] });
    const { review } = await operator.browser.getReview({ params: { id: undecided.id } });
    expect(review.explanation).toBe('Мама умерла в среду.');
  });

  it('are deleted thirty days after the last letter was accepted, or after arming again', async () => {
    const { signal } = new AbortController();
    const another = await family(product);
    const theirs = onlyContact(another.contacts);
    const { id: otherId } = await fileRequest(another.owner, theirs);
    const idsWithPapers = async () =>
      (
        await product.database.rows<{ request_id: string }>(sql`
          select request_id from request_papers where request_id in (${id}, ${otherId})`)
      ).map(({ request_id }) => request_id);
    await addDocument(contact, id);
    for (const [request, of, by] of [
      [id, owner, contact],
      [otherId, another.owner, theirs],
    ] as const) {
      await approve(operator, request);
      await payFor(of, by);
      await sendLettersAndReschedule(product.ctx, request, signal);
      expect(await activationsOf(product.database, of)).toEqual(['delivered']);
    }
    const remove = (sinceMs: number) =>
      endOldPapers(new Date(product.clock.now().getTime() + sinceMs));
    await remove(requestTerms.papersKept - hour);
    expect(await idsWithPapers()).toHaveLength(2);
    product.clock.advance(24 * hour);
    await another.owner.browser.signIn({ body: another.owner });
    await another.owner.browser.rearmProtocol();
    expect(await activationsOf(product.database, another.owner)).toEqual(['past']);
    await remove(requestTerms.papersKept - hour);
    expect(await idsWithPapers()).toEqual([otherId]);
    await remove(requestTerms.papersKept + hour);
    expect(await idsWithPapers()).toEqual([]);
    await removeObjects(product);
    expect(await objectsOf(id)).toEqual([]);
  });

  it('are cleaned of the reservation of an aborted upload', async () => {
    const document = await addDocument(contact, id);
    await product.database.rows(sql`
      update request_documents set state = 'uploading', lease_until = now() - interval '1 second'
      where id = ${document.id}`);
    await endOldPapers();
    expect(await countIn('request_documents')).toBe(0);
  });

  it('are deleted with the owner’s account, objects included', async () => {
    await addDocument(contact, id);
    await product.database.rows(sql`delete from users where id = ${owner.userId}`);
    expect(await countIn('request_papers')).toBe(0);
    await removeObjects(product);
    expect(await objectsOf(id)).toEqual([]);
  });

  it('stay readable after their key is rewrapped', async () => {
    await addDocument(contact, id);
    const text = `1:${testMasterKey},2:${Buffer.alloc(32, 9).toString('base64')}`;
    const ring = masterKeysFrom(text);
    const { requests } = await readKeyStatus(product.database, ring, product.ctx.wiring.keyTables);
    expect(requests).toEqual([{ master_version: 1, keys: expect.any(Number) }]);
    await rewrapKeys(product.database, ring, product.ctx.wiring.keyTables);
    const status = await readKeyStatus(product.database, ring, product.ctx.wiring.keyTables);
    expect(status.requests).toEqual([{ master_version: 2, keys: requests[0]?.keys }]);
    await expect(
      assertMasterKeysSuffice(product.database, product.masterKeys, {
        owners: product.ctx.wiring.keyTables.requests,
        requests: product.ctx.wiring.keyTables.requests,
      }),
    ).rejects.toThrow(/version 2/);
    const [row] = await product.database.rows<WrappedOwnerKey & { explanation: string }>(
      sql`select * from request_papers where request_id = ${id}`,
    );
    if (!row) throw new Error('the papers are missing');
    const opened = openOwnerKey(ring, id, row).open(id, 'explanation', row.explanation);
    expect(opened).toBe('КАНАРЕЙКА-ОБЪЯСНЕНИЕ');
    expect(() => openOwnerKey(ring, owner.userId, row)).toThrow();
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, objectStores, stallingAfter, streamOf } from '../../../test/object-stores.ts';
import { ObjectKeyInvalid, ObjectSizeMismatch, type ObjectStore } from './object-store.ts';

describe.each(objectStores)('what an object store in %s refuses', (_, open) => {
  let store: ObjectStore;
  let close: () => Promise<void>;
  let run = 0;
  let home: string;

  beforeAll(async () => {
    ({ store, close } = await open());
  });
  afterAll(() => close());
  beforeEach(() => {
    run += 1;
    home = `refusal-${run}`;
  });

  const putText = (key: string, text: string) =>
    store.put(key, streamOf(text), Buffer.byteLength(text));
  const keys = (prefix: string) => keysOf(store, prefix);

  it.each([
    ['short', 9],
    ['long', 7],
    ['long for an empty object', 0],
  ])('refuses a stream that is too %s and leaves nothing', async (_name, announced) => {
    const bytes = streamOf('12', '34567', '8');
    await expect(store.put(`${home}/wrong`, bytes, announced)).rejects.toBeInstanceOf(
      ObjectSizeMismatch,
    );

    expect(await keys(`${home}/`)).toEqual([]);
    expect(bytes.destroyed).toBe(true);
  });

  it('leaves nothing of a put that is aborted half-way', async () => {
    const stop = new AbortController();
    const source = stallingAfter(Buffer.alloc(300_000));
    const put = store.put(`${home}/aborted`, source.bytes, 600_000, stop.signal);
    await source.stalled;
    stop.abort(new Error('the owner went away'));

    await expect(put).rejects.toThrow('the owner went away');
    expect(source.bytes.destroyed).toBe(true);
    expect(await keys(`${home}/`)).toEqual([]);
  });

  it('does not begin a put that was aborted before', async () => {
    const bytes = streamOf('content');
    const put = store.put(`${home}/aborted`, bytes, 7, AbortSignal.abort(new Error('too late')));

    await expect(put).rejects.toThrow('too late');
    expect(bytes.destroyed).toBe(true);
    expect(await keys(`${home}/`)).toEqual([]);
  });

  it('leaves nothing of a stream that breaks off, and says what broke it', async () => {
    const source = stallingAfter(Buffer.alloc(300_000));
    const put = store.put(`${home}/broken`, source.bytes, 600_000);
    await source.stalled;
    source.bytes.destroy(
      Object.assign(new Error('connection lost'), { code: 'ECONNRESET', errno: -104 }),
    );

    await expect(put).rejects.toThrow('connection lost');
    expect(await keys(`${home}/`)).toEqual([]);
  });

  it.each([
    ...['', '/', '.', '..', '../secret', 'a/../b', 'a/./b', '/etc/passwd', 'a/', 'a//b'],
    ...['Upper', 'файл', 'a b', 'a.object', 'a\\b', 'a%2fb', 'a\0', 'a\n', 'a?x', 'x'.repeat(241)],
  ])('refuses the foreign key %j everywhere', async (foreign) => {
    const refused = (call: Promise<unknown>) =>
      expect(call).rejects.toBeInstanceOf(ObjectKeyInvalid);
    await putText(`${home}/own`, 'content');

    await refused(putText(foreign, 'content'));
    await refused(store.get(foreign));
    await refused(store.head(foreign));
    await refused(store.copy(`${home}/own`, foreign));
    await refused(store.copy(foreign, `${home}/other`));
    await refused(store.move(`${home}/own`, foreign));
    await refused(store.move(foreign, `${home}/other`));
    await refused(store.remove([`${home}/own`, foreign]));
    if (store.signedLink) await refused(store.signedLink(foreign, 60));
    expect(await keys(`${home}/`)).toEqual([`${home}/own`]);
  });

  it.each(['/', '../', '.unfinished', 'A', 'a//', 'a/../'])(
    'refuses the foreign prefix %j',
    async (foreign) => {
      await expect(keys(foreign)).rejects.toBeInstanceOf(ObjectKeyInvalid);
    },
  );
});

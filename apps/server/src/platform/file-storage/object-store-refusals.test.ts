import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, objectStores, stallingAfter, streamOf } from '../../../test/object-stores.ts';
import { ObjectKeyInvalid, ObjectSizeMismatch, type ObjectStore } from './object-store.ts';

describe.each(objectStores)('an object store in %s', (_, open) => {
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
  ])('refuses a stream that is too %s', async (_name, announced) => {
    const bytes = streamOf('12', '34567', '8');
    await expect(store.put(`${home}/wrong`, bytes, announced)).rejects.toBeInstanceOf(
      ObjectSizeMismatch,
    );

    expect(await keys(`${home}/`)).toEqual([]);
    expect(bytes.destroyed).toBe(true);
  });

  it('leaves nothing of an aborted put', async () => {
    const stop = new AbortController();
    const source = stallingAfter(Buffer.alloc(300_000));
    const put = store.put(`${home}/aborted`, source.bytes, 600_000, stop.signal);
    await source.stalled;
    stop.abort(new Error('the owner went away'));

    await expect(put).rejects.toThrow('the owner went away');
    expect(source.bytes.destroyed).toBe(true);
    expect(await keys(`${home}/`)).toEqual([]);
  });

  it('does not start an aborted put', async () => {
    const bytes = streamOf('content');
    const put = store.put(`${home}/aborted`, bytes, 7, AbortSignal.abort(new Error('too late')));

    await expect(put).rejects.toThrow('too late');
    expect(bytes.destroyed).toBe(true);
    expect(await keys(`${home}/`)).toEqual([]);
  });

  it('leaves nothing of a failed stream, and reports its error', async () => {
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
  ])('refuses the invalid key %j everywhere', async (invalid) => {
    const refused = (call: Promise<unknown>) =>
      expect(call).rejects.toBeInstanceOf(ObjectKeyInvalid);
    await putText(`${home}/own`, 'content');

    await refused(putText(invalid, 'content'));
    await refused(store.get(invalid));
    await refused(store.head(invalid));
    await refused(store.copy(`${home}/own`, invalid));
    await refused(store.copy(invalid, `${home}/other`));
    await refused(store.move(`${home}/own`, invalid));
    await refused(store.move(invalid, `${home}/other`));
    await refused(store.remove([`${home}/own`, invalid]));
    if (store.signedLink) await refused(store.signedLink(invalid, 60));
    expect(await keys(`${home}/`)).toEqual([`${home}/own`]);
  });

  it.each(['/', '../', '.unfinished', 'A', 'a//', 'a/../'])(
    'refuses the invalid prefix %j',
    async (invalid) => {
      await expect(keys(invalid)).rejects.toBeInstanceOf(ObjectKeyInvalid);
    },
  );
});

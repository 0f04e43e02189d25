import { createSlots } from '../../../platform/slots.ts';

const atOnce = 8;

/** Does a piece of work for each, a few at a time; after a failure it waits for those that run. */
export async function allInSlots<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const inSlot = createSlots(atOnce);
  const failed = new AbortController();
  const settled = await Promise.allSettled(
    items.map((item) =>
      inSlot(async () => {
        failed.signal.throwIfAborted();
        try {
          return await work(item);
        } catch (error) {
          failed.abort(error);
          throw error;
        }
      }),
    ),
  );
  failed.signal.throwIfAborted();
  return settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

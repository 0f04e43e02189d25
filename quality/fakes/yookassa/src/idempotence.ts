import { invalid } from './api-error.ts';

export interface Idempotence {
  /** Acts once per key; the same request again gets the first answer, another one is refused. */
  once(key: string | undefined, path: string, body: unknown, act: () => object): object;
  reset(): void;
}

const parameter = 'Idempotence-Key';
const maxLength = 64;
const rememberedMs = 24 * 60 * 60 * 1000;

export function createIdempotence(clock: () => Date): Idempotence {
  const remembered = new Map<string, { request: string; answer: object; until: number }>();

  return {
    once: (key, path, body, act) => {
      if (!key) throw invalid('Idempotence key is missing', parameter);
      if (key.length > maxLength) throw invalid('Idempotence key is too long', parameter);
      const now = clock().getTime();
      const request = `${path} ${canonical(body)}`;
      const known = remembered.get(key);
      if (known && known.until > now) {
        if (known.request !== request) throw invalid('Idempotence key duplicated', parameter);
        return known.answer;
      }
      // A refusal throws and is not remembered: nothing was done.
      const answer = act();
      remembered.set(key, { request, answer, until: now + rememberedMs });
      return answer;
    },
    reset: () => remembered.clear(),
  };
}

/** The order of fields makes no other request. */
function canonical(body: unknown): string {
  return JSON.stringify(body, (_, value: unknown) =>
    value && typeof value === 'object' && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );
}

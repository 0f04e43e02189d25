import type { z } from 'zod';
import { ConfigurationInvalid } from '../platform/process.ts';

/** Schema per variable, and the text after «must be» for an invalid value. */
export type Variables = Record<string, readonly [z.ZodType, string]>;

export type ReadVariable<V extends Variables> = <N extends keyof V & string>(
  name: N,
) => z.output<V[N][0]> | undefined;

export interface VariableReader<V extends Variables> {
  /** Undefined if unset; throws `ConfigurationInvalid` for an invalid value. */
  read: ReadVariable<V>;
  /** Collects the errors of `work`. Its result is only valid without errors. */
  attempt<T>(work: () => T): T;
  refuseIf(isWrong: () => boolean, sentence: string): void;
  /** Throws the collected errors. */
  assertNoProblems(): void;
}

/**
 * Reads environment variables and collects all errors. Trims values; an empty value counts as
 * unset.
 */
export function variableReader<V extends Variables>(
  variables: V,
  environment: Record<string, string | undefined>,
): VariableReader<V> {
  const problems = new Set<string>();
  const found = new Map<string, ReturnType<typeof parse>>();

  const parse = (name: string) => {
    const value = environment[name]?.trim();
    return value ? variables[name]?.[0].safeParse(value) : undefined;
  };
  const read: ReadVariable<V> = (name) => {
    if (!found.has(name)) found.set(name, parse(name));
    const parsed = found.get(name);
    if (parsed && !parsed.success) {
      refuse(`${name} must be ${variables[name]?.[1]}.`);
    }
    return parsed?.data as never;
  };
  const attempt = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof ConfigurationInvalid)) throw error;
      for (const problem of error.problems) problems.add(problem);
      return undefined as T;
    }
  };
  for (const name of Object.keys(variables)) attempt(() => read(name));

  return {
    read,
    attempt,
    refuseIf: (isWrong, sentence) =>
      attempt(() => {
        if (isWrong()) refuse(sentence);
      }),
    assertNoProblems: () => {
      const [first] = problems;
      if (first !== undefined) throw new ConfigurationInvalid(first, [...problems]);
    },
  };
}

/** Throws `ConfigurationInvalid`. The sentence must name the variable. */
export function refuse(sentence: string): never {
  throw new ConfigurationInvalid(sentence);
}

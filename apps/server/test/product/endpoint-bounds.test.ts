import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  accountLimitsOf,
  takeAddressLimits,
  takeOrFail,
} from '../../src/platform/http/call-limits.ts';
import { createMemoryRateLimiter } from '../../src/platform/http/rate-limiter.ts';

const allEndpoints: Endpoint[] = Object.values(endpoints);

/** Formats whose pattern bounds the length. */
const boundedFormats = new Set(['uuid', 'date']);

/** Paths of strings and arrays without a maximum length. */
function unboundedIn(schema: z.core.$ZodType, path: string, depth = 0): string[] {
  if (depth > 20) return [`${path} (recursive)`];
  const def = schema._zod.def as Def;
  const unboundedInside = (one: unknown, name: string) =>
    unboundedIn(one as z.core.$ZodType, name, depth + 1);
  switch (def.type) {
    case 'string':
      return isStringBounded(schema) ? [] : [path];
    case 'array':
      return [
        ...(hasMaximumLength(def) ? [] : [`${path}[]`]),
        ...unboundedInside(def.element, `${path}[]`),
      ];
    case 'object': {
      const rest = def.catchall ? unboundedInside(def.catchall, `${path}.*`) : [];
      const fields = Object.entries(def.shape as Record<string, unknown>);
      return [...rest, ...fields.flatMap(([name, one]) => unboundedInside(one, `${path}.${name}`))];
    }
    case 'record': {
      const isListed = (def.keyType as z.core.$ZodType)._zod.def.type === 'enum';
      return [...(isListed ? [] : [`${path}{}`]), ...unboundedInside(def.valueType, `${path}{}`)];
    }
    case 'union':
      return (def.options as unknown[]).flatMap((one) => unboundedInside(one, path));
    case 'intersection':
      return [...unboundedInside(def.left, path), ...unboundedInside(def.right, path)];
    case 'tuple':
      return (def.items as unknown[]).flatMap((one, at) => unboundedInside(one, `${path}[${at}]`));
    case 'pipe':
      // A value must be valid on both sides of a pipe, so a bound on either side is enough.
      return unboundedInside(def.in, path).length === 0
        ? []
        : withoutTransform(def.out, path, depth);
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'catch':
    case 'readonly':
      return unboundedInside(def.innerType, path);
    case 'lazy':
      return unboundedInside((def.getter as () => unknown)(), path);
    case 'enum':
    case 'literal':
    case 'boolean':
    case 'number':
    case 'int':
    case 'null':
    case 'undefined':
    case 'never':
    case 'void':
      return [];
    default:
      return [`${path} (${def.type})`];
  }
}

function withoutTransform(out: unknown, path: string, depth: number): string[] {
  const { type } = (out as z.core.$ZodType)._zod.def;
  return type === 'transform' ? [path] : unboundedIn(out as z.core.$ZodType, path, depth + 1);
}

function isStringBounded(schema: z.core.$ZodType): boolean {
  const def = schema._zod.def as Def;
  const { format } = def as { format?: string };
  return hasMaximumLength(def) || (format !== undefined && boundedFormats.has(format));
}

function hasMaximumLength({ checks = [] }: Def): boolean {
  return checks.some(({ _zod: { def } }) => {
    const { check, format, pattern } = def as { check: string; format?: string; pattern?: RegExp };
    if (format === 'regex') return isPatternBounded(pattern?.source ?? '');
    if (check === 'string_format') return format !== undefined && boundedFormats.has(format);
    return check === 'max_length' || check === 'length_equals';
  });
}

/** True for an anchored pattern without alternatives or unbounded repetition. */
function isPatternBounded(source: string): boolean {
  const simplified = source.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x');
  return /^\^.*\$$/.test(simplified) && !/[*+|]|\{\d+,\}/.test(simplified);
}

describe('the input of every endpoint', () => {
  it('has a maximum length on every text and array', () => {
    const unbounded = allEndpoints.flatMap((endpoint) =>
      (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
        const schema = endpoint[part];
        return schema && schema !== 'bytes' ? unboundedIn(schema, `${endpoint.id} ${part}`) : [];
      }),
    );
    expect(unbounded).toEqual([]);
  });

  it('is reported if a text or array has no maximum length', () => {
    const schema = z.object({
      text: z.string(),
      list: z.array(z.string().max(5)),
      deep: z.object({ list: z.array(z.object({ text: z.string().min(2).optional() })).max(3) }),
      either: z.union([z.literal('a'), z.string().trim().transform(Number)]),
      anything: z.unknown(),
      repeated: z.string().regex(/^[a-z*]+$/),
      bounded: z.array(z.string().max(3)).max(2).nullable().default(null),
      digits: z.string().regex(/^[+\d]\d{2,6}$/),
    });
    expect(unboundedIn(schema, 'body')).toEqual([
      'body.text',
      'body.list[]',
      'body.deep.list[].text',
      'body.either',
      'body.anything (unknown)',
      'body.repeated',
    ]);
  });
});

type Def = z.core.$ZodTypeDef & {
  checks?: z.core.$ZodCheck[];
  [part: string]: unknown;
};

const declaredLimits = Object.values(endpoints).flatMap((endpoint: Endpoint) =>
  (endpoint.limits ?? []).map((limit) => ({ endpoint: { ...endpoint, limits: [limit] }, limit })),
);

it('every declared limit allows its last call and refuses the next until the window is over', async () => {
  for (const { endpoint, limit } of declaredLimits) {
    let now = new Date('2026-11-15T12:00:00Z').getTime();
    const limiter = createMemoryRateLimiter({ now: () => new Date(now) });
    const take = async () => {
      if (limit.per === 'address') await takeAddressLimits(limiter, endpoint, '192.0.2.1');
      for (const one of accountLimitsOf(endpoint)) await takeOrFail(limiter, one.name, one);
    };
    const isTaken = () =>
      take().then(
        () => true,
        () => false,
      );
    for (let call = 0; call < limit.max; call += 1) expect(await isTaken(), endpoint.id).toBe(true);
    expect(await isTaken(), endpoint.id).toBe(false);
    now += (limit.seconds - 1) * 1000;
    expect(await isTaken(), endpoint.id).toBe(false);
    now += 1000;
    expect(await isTaken(), endpoint.id).toBe(true);
  }
});

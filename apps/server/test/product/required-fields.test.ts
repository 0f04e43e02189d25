import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Failure } from '../../src/platform/failure.ts';
import { parseInput } from '../../src/platform/http/parse-input.ts';
import { type EndpointName, requestFields } from '../request-fields.ts';

const parts = ['params', 'query', 'headers', 'body'] as const;
type Part = (typeof parts)[number];
type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

const defOf = (schema: Schema) => schema._zod.def as Def;

/** The schema inside defaults, pipes and other wrappers. */
function innermost(schema: Schema): Schema {
  const def = defOf(schema);
  if (def.type === 'pipe') return innermost(defOf(def.in).type === 'transform' ? def.out : def.in);
  return 'innerType' in def ? innermost(def.innerType) : schema;
}

/** Fields of an object schema; for a union of objects, the fields of each member. */
function shapesOf(schema: Schema): Record<string, Schema>[] {
  const def = defOf(innermost(schema));
  if (def.type === 'object') return [def.shape];
  if (def.type === 'array') return shapesOf(def.element);
  return def.type === 'union' ? def.options.flatMap(shapesOf) : [];
}

const isList = (schema: Schema) => defOf(innermost(schema)).type === 'array';

/** Fields that the server names when it refuses this value. */
function listFieldErrors(endpoint: Endpoint, part: Part, schema: Schema, value: unknown): string[] {
  const withoutParts = { ...endpoint, params: undefined, query: undefined, headers: undefined };
  const asked = { ...withoutParts, body: undefined, [part]: schema } as Endpoint;
  const nothing = { params: {}, query: {}, headers: {}, body: {} };
  try {
    parseInput(asked, { ...nothing, [part]: value });
    return [];
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return Object.keys(error.fields ?? {});
  }
}

/** Every field as `part.name`, optional ones with `?`. */
function fieldsOf(endpoint: Endpoint, part: Part): string[] {
  const schema = endpoint[part];
  if (!schema || schema === 'bytes') return [];
  const def = defOf(schema);
  const options: readonly Schema[] = def.type === 'union' ? def.options : [schema];
  return options.flatMap((option, index) => {
    const prefix = options.length > 1 ? `${part}#${index + 1}` : part;
    return fieldsIn(endpoint, part, option).map((field) => `${prefix}.${field}`);
  });
}

function fieldsIn(endpoint: Endpoint, part: Part, root: Schema): string[] {
  const found = new Map<string, boolean>();
  const visit = (schema: Schema, path: string[]) => {
    for (const shape of shapesOf(schema)) {
      const probes = [{}, literalsOf(shape)].map((value) => wrapAt(path, value));
      const refused = probes.flatMap((value) => listFieldErrors(endpoint, part, root, value));
      for (const [name, field] of Object.entries(shape)) {
        const here = [...path, name];
        found.set(here.join('.'), refused.includes(here.join('.')));
        visit(field, isList(field) ? [...here, '0'] : here);
      }
    }
  };
  visit(root, []);
  return [...found].map(([name, isRequired]) => (isRequired ? name : `${name}?`));
}

/** Fields that select a member of a union. */
function literalsOf(shape: Record<string, Schema>): Record<string, unknown> {
  const chosen = Object.entries(shape).flatMap(([name, field]) => {
    const def = defOf(field);
    return def.type === 'literal' ? [[name, def.values[0]]] : [];
  });
  return Object.fromEntries(chosen);
}

/** Wraps a value at a path. */
function wrapAt([key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value;
  return key === '0' ? [wrapAt(rest, value)] : { [key]: wrapAt(rest, value) };
}

describe.each(Object.entries(endpoints as Record<EndpointName, Endpoint>))(
  '%s',
  (name, endpoint) => {
    it('requires exactly the stated fields, names the missing ones, and has no others', () => {
      const fields = parts.flatMap((part) => fieldsOf(endpoint, part));
      const stated = requestFields[name as EndpointName].split(' ').filter(Boolean);
      expect(fields.toSorted()).toEqual(stated.toSorted());
    });
  },
);

it.each(
  Object.values(endpoints as Record<EndpointName, Endpoint>).filter(
    ({ body }) => body !== undefined && body !== 'bytes' && defOf(body).type === 'union',
  ),
)('$id refuses a body that matches no member of its union', ({ body }) => {
  expect((body as z.ZodType).safeParse({}).success).toBe(false);
});

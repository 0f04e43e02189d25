import { streamedLines } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import {
  type ErrorCode,
  errorStatuses,
  fieldErrorCodes,
  generalErrors,
} from '@zavet/contract/errors';
import { z } from 'zod';
import { requiresSession } from './bind-route.ts';

export type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content: Content }>;
  'x-callers': Endpoint['callers'];
  'x-limits': NonNullable<Endpoint['limits']>;
}

type Content = Record<string, { schema?: JsonSchema }>;

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
}

export function openApiDocument(endpoints: readonly Endpoint[], title: string) {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {};
    Object.assign(paths[endpoint.path] ?? {}, {
      [endpoint.method.toLowerCase()]: operationOf(endpoint),
    });
  }
  return {
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: '/api' }],
    tags: [...new Set(endpoints.map(groupOf))].map((name) => ({ name })),
    paths,
    components: { schemas: { Error: errorSchema } },
  };
}

export function inputSchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'input');
}

export function outputSchema(schema: z.ZodType): JsonSchema {
  return jsonSchema(schema, 'output');
}

function operationOf(endpoint: Endpoint): Operation {
  const parameters = [
    ...parametersOf(endpoint.params, 'path'),
    ...parametersOf(endpoint.query, 'query'),
    ...parametersOf(endpoint.headers, 'header'),
  ];
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [groupOf(endpoint)],
    ...(parameters.length > 0 && { parameters }),
    ...(endpoint.body && { requestBody: { required: true, content: bodyOf(endpoint.body) } }),
    responses: { 200: successOf(endpoint), ...failuresOf(endpoint) },
    'x-callers': endpoint.callers,
    'x-limits': endpoint.limits ?? [],
  };
}

function parametersOf(schema: z.ZodType | undefined, place: Parameter['in']): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = inputSchema(schema);
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property as JsonSchema,
  }));
}

function bodyOf(body: NonNullable<Endpoint['body']>): Content {
  return body === 'bytes' ? { 'application/octet-stream': {} } : json(inputSchema(body));
}

function successOf({ output, progress }: Endpoint): Operation['responses'][string] {
  if (output === 'bytes') return { description: 'A file', content: { '*/*': {} } };
  if (output === 'html') {
    return { description: 'A page', content: { 'text/html': { schema: { type: 'string' } } } };
  }
  const answer = outputSchema(output);
  if (!progress) return { description: 'Success', content: json(answer) };
  const line = { anyOf: [outputSchema(progress), answer] };
  return {
    description: 'Success; line by line to clients that accept it',
    content: { ...json(answer), [streamedLines]: { schema: line } },
  };
}

function failuresOf(endpoint: Endpoint): Operation['responses'] {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorStatuses[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: json(errorSchemaWith(codes)) },
    ]),
  );
}

function errorSchemaWith(codes: ErrorCode[]): JsonSchema {
  const error: JsonSchema = { type: 'object', properties: { code: { enum: codes } } };
  return {
    allOf: [{ $ref: '#/components/schemas/Error' }, { type: 'object', properties: { error } }],
  };
}

const errorSchema: JsonSchema = {
  type: 'object',
  required: ['error', 'request_id'],
  properties: {
    error: {
      type: 'object',
      required: ['code'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorStatuses) },
        facts: {
          type: 'object',
          description: 'Values for the sentence about the failure.',
          additionalProperties: {
            anyOf: [
              { type: 'string' },
              { type: 'number' },
              { type: 'array', items: { type: 'string' } },
            ],
          },
        },
        fields: {
          type: 'object',
          description: 'Error codes by dotted field path.',
          additionalProperties: { type: 'string', enum: [...fieldErrorCodes] },
        },
      },
    },
    request_id: { type: 'string', format: 'uuid' },
  },
};

function json(schema: JsonSchema): Content {
  return { 'application/json': { schema } };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}

/** All error codes of an endpoint, its own first. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  const sessionErrors: ErrorCode[] = requiresSession(endpoint)
    ? ['session_missing', 'session_expired']
    : [];
  const deskErrors: ErrorCode[] =
    endpoint.callers === 'operator' ? ['operator_required', 'operator_code_required'] : [];
  const codeErrors: ErrorCode[] = endpoint.asksForCode
    ? ['wrong_operator_code', 'operator_code_locked']
    : [];
  const proofErrors: ErrorCode[] = endpoint.proof ? ['proof_required'] : [];
  const general = generalErrors.filter((code) => canHappen(code, endpoint));
  return [
    ...new Set([
      ...endpoint.errors,
      ...sessionErrors,
      ...deskErrors,
      ...codeErrors,
      ...proofErrors,
      ...general,
    ]),
  ];
}

export function groupOf(endpoint: Endpoint): string {
  return endpoint.path.split('/')[1] ?? '';
}

function canHappen(code: (typeof generalErrors)[number], endpoint: Endpoint): boolean {
  switch (code) {
    case 'malformed_request':
    case 'invalid_input':
      return Boolean(endpoint.params ?? endpoint.query ?? endpoint.headers ?? endpoint.body);
    case 'cross_origin_refused':
      return endpoint.method !== 'GET' || endpoint.callers === 'developer';
    case 'body_too_large':
    case 'body_too_slow':
    case 'storage_full':
    case 'unsupported_media_type':
      return endpoint.method !== 'GET';
    case 'too_many_requests':
    case 'internal_error':
    case 'database_unavailable':
      return true;
  }
}

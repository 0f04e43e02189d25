import { type messages, type PGlite, protocol, types } from '@electric-sql/pglite';
import type { Result } from './engine.ts';
import type { Prepared } from './prepared.ts';

type ParameterDescription = messages.ParameterDescriptionMessage;
type RowDescription = messages.RowDescriptionMessage;

const { serialize } = protocol;
const asText = (value: string) => value;

/** Times as text, as the query builder reads them, too. */
const ownParsers: Record<number, (value: string) => unknown> = {
  [types.TIMESTAMPTZ]: asText,
  [types.TIMESTAMP]: asText,
  [types.DATE]: asText,
  [types.INTERVAL]: asText,
  [types.BYTEA]: (value) => Buffer.from(value.slice(2), 'hex'),
};

/** What the engine said of a statement when it parsed it. */
interface Shape {
  parameterTypes: readonly number[];
  columns: readonly { name: string; read(value: string): unknown }[];
}

/**
 * Sends prepared statements in the database's own protocol: the library parses and plans every
 * statement anew and sends it in six parts, which takes three times as long. Nobody may have a
 * transaction open but the one who sends.
 */
export function embeddedStatements(
  client: PGlite,
): (statement: Prepared) => Promise<Result<unknown>> {
  const shapes = new Map<string, Shape>();

  async function shapeOf({ name, text }: Prepared): Promise<Shape> {
    const known = shapes.get(name);
    if (known) return known;
    const parts = [serialize.parse({ name, text }), serialize.describe({ type: 'S', name })];
    const shape = readShape(await exchange(parts));
    shapes.set(name, shape);
    return shape;
  }

  function exchange(parts: Uint8Array[]): Promise<messages.BackendMessage[]> {
    return client.execProtocolStream(Buffer.concat([...parts, serialize.sync()]));
  }

  function readShape(answers: readonly messages.BackendMessage[]): Shape {
    const named = (name: string) => answers.find((answer) => answer.name === name);
    const parameters = named('parameterDescription') as ParameterDescription | undefined;
    const row = named('rowDescription') as RowDescription | undefined;
    return {
      parameterTypes: parameters?.dataTypeIDs ?? [],
      columns: row?.fields.map(columnOf) ?? [],
    };
  }

  function columnOf({ name, dataTypeID: type }: RowDescription['fields'][number]) {
    const parse = ownParsers[type] ?? client.parsers[type] ?? asText;
    return { name, read: (value: string) => parse(value, type) };
  }

  function valueFor(value: unknown, type: number | undefined) {
    if (value === null || value instanceof Uint8Array) return value;
    const toText = type === undefined ? undefined : client.serializers[type];
    return toText ? toText(value) : String(value);
  }

  return (statement) =>
    client.runExclusive(async () => {
      const { parameterTypes, columns } = await shapeOf(statement);
      const values = statement.values.map((value, place) => valueFor(value, parameterTypes[place]));
      const parts = [serialize.bind({ statement: statement.name, values }), serialize.execute({})];
      const rows: Record<string, unknown>[] = [];
      for (const answer of await exchange(parts)) {
        if (answer.name !== 'dataRow') continue;
        const { fields } = answer as messages.DataRowMessage;
        const row: Record<string, unknown> = {};
        columns.forEach(({ name, read }, place) => {
          const value = fields[place] ?? null;
          row[name] = value === null ? null : read(value);
        });
        rows.push(row);
      }
      return { rows };
    });
}

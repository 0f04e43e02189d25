import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import type { LogFields, Outages } from './outages.ts';
import { censor, describeError, redact, secretWords } from './redaction.ts';

interface LogOptions {
  /** Fields of every line: process, machine and version. */
  base?: Readonly<Record<string, string | number>>;
  /** Suppresses further lines about a known outage. */
  outages?: Outages;
  /** Counts error lines by code. */
  errors?: Map<string, number>;
}

/** JSON lines in production, readable lines elsewhere; without secrets. */
export function createLogger(
  level: string,
  isProduction: boolean,
  destination: DestinationStream = pino.destination(1),
  { base, outages, errors }: LogOptions = {},
) {
  const stream = isProduction ? destination : readableLines(destination, Object.keys(base ?? {}));
  return pino(loggerOptions(level, { base, outages, errors }), stream);
}

const warnLevel = 40;
const errorLevel = 50;

function loggerOptions(level: string, { base, outages, errors }: LogOptions): LoggerOptions {
  return {
    level,
    base: base ?? null,
    // Errors are described by the formatter below; the serializer of pino would add all their fields.
    serializers: { err: (described) => described },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Bindings of child loggers bypass the formatters.
    redact: {
      paths: [...secretWords],
      censor: (value, path) => censor(value, path.at(-1) ?? ''),
    },
    formatters: {
      level: (label) => ({ level: label }),
      log: (object) => redact(object) as Record<string, unknown>,
    },
    hooks: {
      // Without a message, pino would write the unredacted message of the error.
      logMethod(args, method, level) {
        const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
        if (outages && level >= warnLevel) {
          const outage = outages.classify(fieldsOf(first));
          if (outage.verdict === 'known') return;
          if (outage.verdict === 'started') {
            const { code: seen_by, ...facts } = fieldsOf(first);
            Object.assign(facts, {
              code: 'outage_started',
              dependency: outage.dependency,
              seen_by,
            });
            return method.apply(this, [
              facts,
              `${dependencyNames[outage.dependency]} cannot be reached`,
            ]);
          }
        }
        const { code } = fieldsOf(first);
        if (level >= errorLevel && typeof code === 'string') {
          errors?.set(code, (errors.get(code) ?? 0) + 1);
        }
        const error = first instanceof Error ? first : errorIn(first);
        if (!error || rest.length > 0) return method.apply(this, args);
        const facts = first instanceof Error ? { err: error } : (first as object);
        return method.apply(this, [facts, describeError(error).message]);
      },
    },
  };
}

const dependencyNames = {
  database: 'the database',
  file_storage: 'the file storage',
  mail: 'the mail server',
} as const;

function fieldsOf(first: unknown): LogFields {
  if (first instanceof Error) return { err: first };
  return typeof first === 'object' && first !== null ? (first as LogFields) : {};
}

function errorIn(facts: unknown): Error | undefined {
  const error = (facts as { err?: unknown } | null | undefined)?.err;
  return error instanceof Error ? error : undefined;
}

/** Formats lines for a terminal and omits the fields that every line has. */
function readableLines(
  destination: DestinationStream,
  omitted: readonly string[] = [],
): DestinationStream {
  return { write: (line) => destination.write(formatLine(line, omitted)) };
}

function formatLine(line: string, omitted: readonly string[]): string {
  const { time, level, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown>;
  const pairs = Object.entries(facts)
    .filter(([name]) => !omitted.includes(name))
    .map(([name, value]) => `${name}=${asText(value)}`);
  const head = [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), msg, ...pairs];
  return `${head.join(' ')}\n${err ? `${JSON.stringify(err, null, 2)}\n` : ''}`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

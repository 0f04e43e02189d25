import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import type { LineFacts, Outages } from './outages.ts';
import { censor, describeError, redact, secretWords } from './redaction.ts';

interface LogOptions {
  /** What stands on every line: which process of which machine wrote it. */
  base?: Readonly<Record<string, string | number>>;
  /** With it, lines about something that is known to be away are counted instead of written. */
  outages?: Outages;
}

/** Structured lines in production, readable ones elsewhere; secrets in neither. */
export function createLogger(
  level: string,
  isProduction: boolean,
  destination: DestinationStream = pino.destination(1),
  { base, outages }: LogOptions = {},
) {
  const stream = isProduction ? destination : readableLines(destination, Object.keys(base ?? {}));
  return pino(options(level, base, outages), stream);
}

const fromWarnings = 40;

function options(level: string, base: LogOptions['base'], outages?: Outages): LoggerOptions {
  return {
    level,
    base: base ?? null,
    // Errors are described by the formatter below; pino's own serializer would add all they carry.
    serializers: { err: (described) => described },
    timestamp: pino.stdTimeFunctions.isoTime,
    // What a child logger is bound to does not pass the formatters.
    redact: {
      paths: [...secretWords],
      censor: (value, path) => censor(value, path.at(-1) ?? ''),
    },
    formatters: {
      level: (label) => ({ level: label }),
      log: (object) => redact(object) as Record<string, unknown>,
    },
    hooks: {
      // Without a message of its own, pino would write the error's unchecked one.
      logMethod(args, method, level) {
        const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
        if (outages && level >= fromWarnings) {
          const judged = outages.judge(factsOf(first));
          if (judged.verdict === 'known') return;
          if (judged.verdict === 'began') {
            const { code: seen_by, ...facts } = factsOf(first);
            Object.assign(facts, { code: 'outage_began', dependency: judged.of, seen_by });
            return method.apply(this, [facts, `${names[judged.of]} cannot be reached`]);
          }
        }
        const error = first instanceof Error ? first : errorIn(first);
        if (!error || rest.length > 0) return method.apply(this, args);
        const facts = first instanceof Error ? { err: error } : (first as object);
        return method.apply(this, [facts, describeError(error).message]);
      },
    },
  };
}

const names = {
  database: 'the database',
  file_storage: 'the file storage',
  mail: 'the mail server',
} as const;

function factsOf(first: unknown): LineFacts {
  if (first instanceof Error) return { err: first };
  return typeof first === 'object' && first !== null ? (first as LineFacts) : {};
}

function errorIn(facts: unknown): Error | undefined {
  const error = (facts as { err?: unknown } | null | undefined)?.err;
  return error instanceof Error ? error : undefined;
}

/** Turns structured lines into short ones for a person at a terminal, who knows what is on all of them. */
function readableLines(
  destination: DestinationStream,
  leftOut: readonly string[] = [],
): DestinationStream {
  return { write: (line) => destination.write(readable(line, leftOut)) };
}

function readable(line: string, leftOut: readonly string[]): string {
  const { time, level, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown>;
  const pairs = Object.entries(facts)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, value]) => `${name}=${asText(value)}`);
  const head = [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), msg, ...pairs];
  return `${head.join(' ')}\n${err ? `${JSON.stringify(err, null, 2)}\n` : ''}`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

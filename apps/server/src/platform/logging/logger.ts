import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import { readableLines } from './readable-lines.ts';
import { censor, describeError, redact, secretWords } from './redaction.ts';

/** Structured lines in production, readable ones elsewhere; secrets in neither. */
export function createLogger(
  level: string,
  isProduction: boolean,
  destination: DestinationStream = pino.destination(1),
) {
  return pino(options(level), isProduction ? destination : readableLines(destination));
}

function options(level: string): LoggerOptions {
  return {
    level,
    base: null,
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
      logMethod(args, method) {
        const [first, ...rest] = args as unknown as [unknown, ...unknown[]];
        const error = first instanceof Error ? first : errorIn(first);
        if (!error || rest.length > 0) return method.apply(this, args);
        const facts = first instanceof Error ? { err: error } : (first as object);
        return method.apply(this, [facts, describeError(error).message]);
      },
    },
  };
}

function errorIn(facts: unknown): Error | undefined {
  const error = (facts as { err?: unknown } | null | undefined)?.err;
  return error instanceof Error ? error : undefined;
}

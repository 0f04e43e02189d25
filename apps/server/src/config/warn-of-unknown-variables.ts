import type { Logger } from 'pino';
import { variableNames } from './configuration.ts';
import { unknownVariables } from './unknown-variables.ts';

/** A misspelt variable does nothing, and nobody would notice. */
export function warnOfUnknownVariables(
  environment: Record<string, string | undefined>,
  log: Pick<Logger, 'warn'>,
): void {
  for (const { name: variable, meant } of unknownVariables(environment, variableNames)) {
    log.warn(
      { code: 'variable_unknown', variable, ...(meant && { meant }) },
      meant
        ? `${variable} is not read; perhaps ${meant} was meant`
        : `${variable} is not read; .env.example lists every variable that is`,
    );
  }
}

import { limits } from '@zavet/contract/limits';
import {
  archiveBounds,
  archiveFormat,
  archiveImport,
  archiveVersion,
} from '@zavet/contract/vault/archive-schema';
import { JsonOutOfBounds, parseBoundedJson } from '../../../platform/bounded-json.ts';
import { Failure, fail } from '../../../platform/failure.ts';
import { type ImportPlan, planImport } from './import-rules.ts';

/** Parses an untrusted `data.json`. Fails with the reason. */
export function parseArchiveData(bytes: Uint8Array): ImportPlan {
  const json = parseJson(new TextDecoder().decode(bytes));
  const { format, version, instructions } = (json ?? {}) as Record<string, unknown>;
  if (format !== archiveFormat) return fail('archive_foreign');
  if (version !== archiveVersion) {
    const facts = { version: String(version).slice(0, 20), known: archiveVersion };
    return fail('archive_version', { facts });
  }
  requireCounts(instructions);
  const checked = archiveImport.safeParse(json);
  return checked.success ? planImport(checked.data) : fail('archive_damaged');
}

function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text, archiveBounds);
  } catch (error) {
    return fail(error instanceof JsonOutOfBounds ? 'archive_too_complex' : 'archive_foreign');
  }
}

/**
 * Fails if the archive has too many instructions or files. Runs before the schema, so that a huge
 * archive is refused with the exceeded limit.
 */
function requireCounts(instructions: unknown): void {
  if (!Array.isArray(instructions)) return;
  if (instructions.length > limits.instructions) {
    fail('instruction_limit_reached', { facts: { limit: limits.instructions } });
  }
  const files = instructions.reduce((sum: number, one: { files?: unknown } | null) => {
    return sum + (Array.isArray(one?.files) ? one.files.length : 0);
  }, 0);
  if (files > limits.files) fail('file_limit_reached', { facts: { limit: limits.files } });
}

export type ParsedArchive = { plan: ImportPlan } | { failure: Pick<Failure, 'code' | 'facts'> };

/** Returns the failure, because a thread cannot throw a `Failure` to another. */
export function tryParseArchiveData(bytes: Uint8Array): ParsedArchive {
  try {
    return { plan: parseArchiveData(bytes) };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { failure: { code: error.code, facts: error.facts } };
  }
}

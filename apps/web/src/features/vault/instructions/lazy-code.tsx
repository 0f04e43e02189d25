import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { retryImport } from '../../../ui/retry-import.ts';

/**
 * The server no longer has the requested code, for example after a deployment. Requires a reload of
 * the page.
 */
export class MissingCodeError extends TypeError {}

/** Style sheets that failed to load: importing a module again does not request them again. */
const missingStyles = new Set<string>();

/** Imports a module with retries. A network failure rejects with a `TypeError`, as `fetch` does. */
export async function loadCode<Result>(load: () => Promise<Result>): Promise<Result> {
  try {
    await Promise.all([...missingStyles].map(loadStyle));
    return await load().catch(retryImport<Result>);
  } catch (failure) {
    const [address] = /https?:\/\/[^\s?]+/.exec(String(failure)) ?? [];
    if (address?.endsWith('.css')) missingStyles.add(address);
    if (address && (await isMissing(address)))
      throw new MissingCodeError('Not found', { cause: failure });
    // Unlike scripts, missing style sheets reject with a plain Error.
    throw failure instanceof TypeError ? failure : new TypeError('Not loaded', { cause: failure });
  }
}

function loadStyle(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = address;
    link.onload = () => {
      missingStyles.delete(address);
      resolve();
    };
    link.onerror = () => {
      link.remove();
      reject(new Error(`Not loaded: ${address}`));
    };
    document.head.append(link);
  });
}

async function isMissing(address: string): Promise<boolean> {
  const response = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  return response?.status === 404;
}

interface LoadFailureProps {
  title: string;
  error: unknown;
  isRetrying?: boolean;
  onRetry: () => void;
}

/** Shown if code failed to load. A reload loses no input, because forms restore it from the draft. */
export function LoadFailure({ error, onRetry, ...rest }: LoadFailureProps) {
  const { t } = useTranslation('shell');
  const isMissing = error instanceof MissingCodeError;
  return (
    <ErrorState
      {...rest}
      error={error}
      text={isMissing ? t('crash.text') : undefined}
      onRetry={isMissing ? () => location.reload() : onRetry}
    />
  );
}

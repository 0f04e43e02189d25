import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { retryImport } from '../../../ui/retry-import.ts';

/** The server answers and no longer has the code, as after a deployment: only a new page helps. */
export class MissingCodeError extends TypeError {}

/** Styles that failed to come. What fetches code asks only once for the style that it needs. */
const missingStyles = new Set<string>();

/**
 * The code of a part of the screen. It can be asked for again, and fails as a call does that got no
 * answer.
 */
export async function loadCode<Result>(load: () => Promise<Result>): Promise<Result> {
  try {
    await Promise.all([...missingStyles].map(loadStyle));
    return await load().catch(retryImport<Result>);
  } catch (failure) {
    const [address] = /https?:\/\/[^\s?]+/.exec(String(failure)) ?? [];
    if (address?.endsWith('.css')) missingStyles.add(address);
    if (address && (await isMissing(address)))
      throw new MissingCodeError('Gone', { cause: failure });
    // A style that is missing is told of in another way than a script.
    throw failure instanceof TypeError ? failure : new TypeError('No answer', { cause: failure });
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
      reject(new Error(`No style ${address}`));
    };
    document.head.append(link);
  });
}

async function isMissing(address: string): Promise<boolean> {
  const answer = await fetch(address, { method: 'HEAD' }).catch(() => undefined);
  return answer?.status === 404;
}

interface LoadFailureProps {
  title: string;
  error: unknown;
  isRetrying?: boolean;
  onRetry: () => void;
}

/** In place of a part whose code did not come. A new page brings what was typed back as a draft. */
export function LoadFailure({ error, onRetry, ...look }: LoadFailureProps) {
  const { t } = useTranslation('shell');
  const isMissing = error instanceof MissingCodeError;
  return (
    <ErrorState
      {...look}
      error={error}
      text={isMissing ? t('crash.text') : undefined}
      onRetry={isMissing ? () => location.reload() : onRetry}
    />
  );
}

import { ErrorState } from '../../../ui/error-state.tsx';
import { useTranslation } from '../../../ui/language/use-translation.ts';
import { CodeGone } from './fetched.ts';

interface PartFailureProps {
  title: string;
  error: unknown;
  isRetrying?: boolean;
  onRetry: () => void;
}

/** In place of a part whose code did not come. A new page brings what was typed back as a draft. */
export function PartFailure({ error, onRetry, ...look }: PartFailureProps) {
  const { t } = useTranslation('shell');
  const isGone = error instanceof CodeGone;
  return (
    <ErrorState
      {...look}
      error={error}
      text={isGone ? t('crash.text') : undefined}
      onRetry={isGone ? () => location.reload() : onRetry}
    />
  );
}

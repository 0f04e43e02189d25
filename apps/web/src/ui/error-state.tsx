import { Button } from './button.tsx';
import { Apples } from './drawings/apples.tsx';
import { EmptyState } from './empty-state.tsx';
import { useErrorText } from './error-text.ts';
import { useTranslation } from './language/use-translation.ts';

interface ErrorStateProps {
  /** The failed action, in a few words. */
  title?: string;
  error: unknown;
  /** The reason, if the screen has its own text for it. */
  text?: string;
  onRetry: () => void;
  isRetrying?: boolean;
}

/** Replaces content that could not be loaded. */
export function ErrorState({ title, error, text, onRetry, isRetrying }: ErrorStateProps) {
  const { t } = useTranslation('shell');
  const describe = useErrorText();
  return (
    <EmptyState
      role="alert"
      drawing={<Apples width={112} />}
      title={title ?? t('failure.title')}
      actions={
        <Button kind="quiet" onClick={onRetry} loading={isRetrying}>
          {t('failure.retry')}
        </Button>
      }
    >
      {text ?? describe(error)}
    </EmptyState>
  );
}

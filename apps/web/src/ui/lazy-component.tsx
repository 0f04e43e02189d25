import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

interface LazyProps {
  /** Shown until its code is loaded. */
  waiting?: ReactNode;
  /** Shown if its code could not be fetched; nothing by default. */
  failed?: (error: unknown, retry: () => void) => ReactNode;
}

/**
 * A component whose code is fetched on first render. A failure leaves the rest of the screen and its
 * input untouched.
 */
export function lazyComponent<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Loaded: ComponentType<Props> | undefined;

  /** Fetches the code before the first render. */
  async function prefetchCode(): Promise<void> {
    Loaded = await load();
  }

  function LazyComponent({ waiting = null, failed, ...props }: Props & LazyProps) {
    const [failure, setFailure] = useState<{ error: unknown }>();
    const [attempts, setAttempts] = useState(0);
    const [, setReady] = useState(Loaded !== undefined);

    // biome-ignore lint/correctness/useExhaustiveDependencies: every attempt fetches again
    useEffect(() => {
      let isUnmounted = false;
      prefetchCode().then(
        () => !isUnmounted && setReady(true),
        (error: unknown) => !isUnmounted && setFailure({ error }),
      );
      return () => {
        isUnmounted = true;
      };
    }, [attempts]);

    if (Loaded) return <Loaded {...(props as unknown as Props)} />;
    if (!failure) return waiting;
    const retry = () => {
      setFailure(undefined);
      setAttempts(attempts + 1);
    };
    return failed?.(failure.error, retry) ?? null;
  }

  return Object.assign(LazyComponent, { prefetchCode });
}

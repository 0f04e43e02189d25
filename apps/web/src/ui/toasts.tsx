import { screenTimings } from '@zavet/contract/timings';
import { useEffect, useEffectEvent, useState } from 'react';
import { Observable, useObservable } from '../platform/state/observable.ts';
import { classes } from './classes.ts';
import iconButton from './icon-button.module.css';
import { IconX } from './icons.tsx';
import { useTranslation } from './language/use-translation.ts';
import styles from './toasts.module.css';

interface Toast {
  id: number;
  kind: 'success' | 'error' | 'plain';
  message: string;
  /** In milliseconds. */
  duration: number;
}

/** At most this many toasts are shown; further toasts wait until one is closed. */
const maxShown = 5;

class PendingToasts extends Observable<readonly Toast[]> {
  #lastId = 0;

  add(toast: Omit<Toast, 'id'>): void {
    this.#lastId += 1;
    this.setState([...this.state(), { ...toast, id: this.#lastId }]);
  }

  remove(id: number): void {
    this.setState(this.state().filter((toast) => toast.id !== id));
  }
}

const pending = new PendingToasts([]);

/** Short messages at the top right; not for messages that the user must not miss. */
export const toasts = {
  success: toastOf('success', 'toastSuccess'),
  error: toastOf('error', 'toastError'),
  plain: toastOf('plain', 'toastDefault'),
};

function toastOf(kind: Toast['kind'], timing: keyof typeof screenTimings) {
  return (message: string, { duration = screenTimings[timing] } = {}) =>
    pending.add({ kind, message, duration });
}

/** Renders the pending toasts. */
export function Toasts() {
  const all = useObservable(pending);
  return all.length > 0 && <ToastArea shown={all.slice(0, maxShown)} />;
}

/** Hovering or focusing a toast pauses the timers of all toasts. */
function ToastArea({ shown }: { shown: readonly Toast[] }) {
  const { t } = useTranslation('shell');
  const [isPaused, setPaused] = useState(false);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  function close(id: number) {
    pending.remove(id);
    // Resumes the timers, because a removed button fires no blur event.
    resume();
  }
  return (
    <section
      className={styles.area}
      aria-label={t('toasts')}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isPaused={isPaused} onClose={close} />
      ))}
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
  isPaused: boolean;
  onClose: (id: number) => void;
}

function ToastCard({ toast, isPaused, onClose }: ToastCardProps) {
  const { t } = useTranslation('shell');
  const { id, kind, message, duration } = toast;
  const close = useEffectEvent(() => onClose(id));
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => close(), duration);
    return () => clearTimeout(timer);
  }, [duration, isPaused]);
  return (
    <div role="alert" className={styles.toast} data-kind={kind}>
      <p>{message}</p>
      <button
        type="button"
        className={classes(iconButton.button, styles.close)}
        aria-label={t('actions.close')}
        onClick={() => onClose(id)}
      >
        <IconX size={20} aria-hidden />
      </button>
    </div>
  );
}

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
  /** Milliseconds. */
  duration: number;
}

/** Further toasts wait until one of these is gone. */
const maxShown = 5;

class PendingToasts extends Observable<readonly Toast[]> {
  #lastId = 0;

  add(toast: Omit<Toast, 'id'>): void {
    this.#lastId += 1;
    this.become([...this.state(), { ...toast, id: this.#lastId }]);
  }

  remove(id: number): void {
    this.become(this.state().filter((toast) => toast.id !== id));
  }
}

const pending = new PendingToasts([]);

/** Short messages at the top right. Never for anything that must not be missed. */
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

/** Hovering or focusing one toast keeps all of them. */
function ToastArea({ shown }: { shown: readonly Toast[] }) {
  const { t } = useTranslation('shell');
  const [isHeld, setHeld] = useState(false);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  function close(id: number) {
    pending.remove(id);
    // A removed button fires no blur event.
    release();
  }
  return (
    <section
      className={styles.area}
      aria-label={t('toasts')}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} isHeld={isHeld} onClose={close} />
      ))}
    </section>
  );
}

interface ToastCardProps {
  toast: Toast;
  isHeld: boolean;
  onClose: (id: number) => void;
}

function ToastCard({ toast, isHeld, onClose }: ToastCardProps) {
  const { t } = useTranslation('shell');
  const { id, kind, message, duration } = toast;
  const close = useEffectEvent(() => onClose(id));
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => close(), duration);
    return () => clearTimeout(timer);
  }, [duration, isHeld]);
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

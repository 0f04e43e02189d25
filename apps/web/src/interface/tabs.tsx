import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import styles from './tabs.module.css';

interface TabsProps<Value extends string> {
  label: string;
  value: Value;
  tabs: readonly { value: Value; label: string; count?: number }[];
  onChange: (value: Value) => void;
  /** What the chosen tab shows. */
  children: ReactNode;
}

/** Tabs above what they show. Arrow keys walk through them; on a phone they scroll sideways. */
export function Tabs<Value extends string>(props: TabsProps<Value>) {
  const { tabs, value, onChange } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const tabId = (tab: Value) => `${id}-${tab}`;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the chosen tab comes into sight
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-selected="true"]');
    if (!list.current || !tab) return;
    const middle = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2;
    list.current.scrollTo({ left: middle });
  }, [value]);

  function walk(event: KeyboardEvent) {
    const place = tabs.findIndex((tab) => tab.value === value);
    const next = tabs[nextPlace(event.key, place, tabs.length) ?? -1];
    if (!next) return;
    event.preventDefault();
    onChange(next.value);
    document.getElementById(tabId(next.value))?.focus();
  }

  return (
    <>
      <div ref={list} role="tablist" aria-label={props.label} className={styles.list}>
        {tabs.map((tab) => (
          <button
            key={tab.value}
            id={tabId(tab.value)}
            type="button"
            role="tab"
            className={styles.tab}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={walk}
          >
            {tab.label}
            {tab.count !== undefined && <span className={styles.count}>{tab.count}</span>}
          </button>
        ))}
      </div>
      <div
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={tabId(value)}
        className={styles.panel}
      >
        {props.children}
      </div>
    </>
  );
}

function nextPlace(key: string, place: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (place + 1) % length;
    case 'ArrowLeft':
      return (place - 1 + length) % length;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return undefined;
  }
}

import { CSPProvider } from '@base-ui/react/csp-provider';
import { Menu as BaseMenu } from '@base-ui/react/menu';
import { type ReactElement, type ReactNode, useRef } from 'react';
import { classes } from './classes.ts';
import iconButton from './icon-button.module.css';
import styles from './menu.module.css';
import { IconDots } from './more-icons.tsx';
import listStyles from './option-list.module.css';

export interface MenuItem {
  label: string;
  icon?: ReactNode;
  /** Deleting is red. */
  tone?: 'red';
  /** What it does, … */
  onSelect?: () => void;
  /** … or the link that it is: `<Link to="…" />`. */
  link?: ReactElement;
}

interface MenuProps {
  /** Of its button, which takes the focus back where a form or a question came from the menu. */
  id?: string;
  /** Whose menu it is, for screen readers: «Ещё: Ольга Ким». */
  label: string;
  items: readonly MenuItem[];
}

/** The rest of what can be done with one thing, behind three dots. */
export function Menu({ id, label, items }: MenuProps) {
  const chosen = useRef<() => void>(undefined);
  const trigger = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  if (items.length === 0) return null;

  // Only when the menu is gone and its button has the focus: a dialog gives it back there.
  function act(isOpen: boolean) {
    const onSelect = chosen.current;
    if (isOpen || !onSelect) return;
    chosen.current = undefined;
    trigger.current?.focus();
    // The list gives the focus back when it is taken away, which would undo what the action does with it.
    requestAnimationFrame(onSelect);
  }

  return (
    <CSPProvider disableStyleElements>
      <div ref={frame} className={styles.frame}>
        <BaseMenu.Root modal={false} onOpenChangeComplete={act}>
          <BaseMenu.Trigger
            ref={trigger}
            id={id}
            className={classes(iconButton.button, styles.trigger)}
            aria-label={label}
          >
            <IconDots size={22} aria-hidden />
          </BaseMenu.Trigger>
          {/* Beside its button, and so within the part of the page that it belongs to. */}
          <BaseMenu.Portal container={frame}>
            <BaseMenu.Positioner
              className={styles.positioner}
              positionMethod="fixed"
              align="end"
              sideOffset={8}
            >
              <BaseMenu.Popup className={classes(listStyles.list, styles.popup)}>
                {items.map((item) => (
                  <BaseMenu.Item
                    key={item.label}
                    className={classes(listStyles.option, styles.item)}
                    data-tone={item.tone}
                    onClick={() => {
                      chosen.current = item.onSelect;
                    }}
                    render={item.link}
                  >
                    {item.icon}
                    {item.label}
                  </BaseMenu.Item>
                ))}
              </BaseMenu.Popup>
            </BaseMenu.Positioner>
          </BaseMenu.Portal>
        </BaseMenu.Root>
      </div>
    </CSPProvider>
  );
}

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
  /** `red` is for deletions. */
  tone?: 'red';
  /** The action; omitted for a link. */
  onSelect?: () => void;
  /** A link instead of an action: `<Link to="…" />`. */
  link?: ReactElement;
}

interface MenuProps {
  /** Id of the button, which gets the focus back from a form or a dialog opened by the menu. */
  id?: string;
  /** Accessible name: «Ещё: Ольга Ким». */
  label: string;
  items: readonly MenuItem[];
}

/** Further actions on one item, behind three dots. */
export function Menu({ id, label, items }: MenuProps) {
  const chosen = useRef<() => void>(undefined);
  const trigger = useRef<HTMLButtonElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  if (items.length === 0) return null;

  // Runs after the menu has closed and its button is focused, so that a dialog returns the focus to
  // the button.
  function act(isOpen: boolean) {
    const onSelect = chosen.current;
    if (isOpen || !onSelect) return;
    chosen.current = undefined;
    trigger.current?.focus();
    // Closing the list moves the focus back, which would undo a focus change of the action.
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
          {/* Rendered beside its button, to stay within the same landmark. */}
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

import type { ReactNode } from 'react';
import { ChoiceItem } from './choice-item.tsx';
import { SmallMenu } from './small-menu.tsx';
import { VisuallyHidden } from './visually-hidden.tsx';

interface ChoiceMenuProps<Value extends string> {
  label: string;
  value: Value;
  choices: readonly { value: Value; label: string; lang?: string }[];
  /** What stands for the choice on the button. */
  children: ReactNode;
  onChoose: (value: Value) => void;
}

/** A small button that opens a list of choices. */
export function ChoiceMenu<Value extends string>(props: ChoiceMenuProps<Value>) {
  const { label, value, choices, onChoose } = props;
  const button = (
    <>
      <VisuallyHidden>
        {label}: {choices.find((choice) => choice.value === value)?.label}
      </VisuallyHidden>
      {props.children}
    </>
  );
  return (
    <SmallMenu button={button}>
      {choices.map((choice) => (
        <ChoiceItem
          key={choice.value}
          lang={choice.lang}
          isChosen={choice.value === value}
          onChoose={() => onChoose(choice.value)}
        >
          {choice.label}
        </ChoiceItem>
      ))}
    </SmallMenu>
  );
}

import type { AriaAttributes, FocusEvent } from 'react';
import type { ValidWidget } from '#schemas/forms/form.ts';
import type { ElementSlot } from '../elementSlot.ts';
import choice from './Choice.module.css';
import frame from './Field.module.css';
import { FieldDescriptions, LabelText } from './FieldFrame.tsx';
import { Tooltip } from './Tooltip.tsx';
import type { FieldState } from './useField.ts';

interface ChoiceGroupProps extends Pick<AriaAttributes, 'aria-invalid' | 'aria-required'> {
  widget: ValidWidget;
  field: FieldState;
  role: 'group' | 'radiogroup';
  /** A button beside the label. */
  action?: ElementSlot;
  /** The choices. */
  children: ElementSlot;
}

/**
 * The frame of a group of checkboxes or radio buttons: label above, choices, hint and errors below. It is no fieldset,
 * because a legend cannot share its line with the tooltip button.
 */
export function ChoiceGroup({ widget, field, action, children, ...roleProps }: ChoiceGroupProps) {
  const groupProps = {
    ...roleProps,
    'aria-labelledby': `${field.id}-label`,
    'aria-describedby': field.ariaProps['aria-describedby'],
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) field.blur();
    },
  };
  return (
    <div className={choice.group} {...groupProps}>
      <div className={choice.line}>
        <span className={field.isLabelHidden ? frame.unseen : choice.legend} id={`${field.id}-label`}>
          <LabelText widget={widget} isRequired={field.isRequired} />
        </span>
        <Tooltip widget={widget} id={`${field.id}-tip`} />
        {action}
      </div>
      {children}
      <FieldDescriptions widget={widget} field={field} />
    </div>
  );
}

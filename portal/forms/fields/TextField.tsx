import { type RefObject, useLayoutEffect, useRef } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { FormWidget, ValidWidget } from '#schemas/forms/form.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import { useFormStore } from '../store/hooks.ts';
import type { ViewProps } from '../widgets/viewProps.ts';
import styles from './Field.module.css';
import { FieldFrame, Suffix } from './FieldFrame.tsx';
import { useField } from './useField.ts';
import { useTypedField } from './useTypedField.ts';

/** Lazy: few texts have a maximum length. */
const CharacterCounter = lazyComponent(async () => (await import('./CharacterCounter.tsx')).CharacterCounter);

/** A text input, or a textarea that can auto-resize between its minimum and maximum rows. */
export function TextField({ widget, row }: ViewProps<'text_input'>) {
  return widget.config.textArea ? <Area widget={widget} row={row} /> : <Line widget={widget} row={row} />;
}

function Line({ widget, row }: ViewProps<'text_input'>) {
  const input = useRef<HTMLInputElement>(null);
  const { frame, control } = useTextControl(widget, row, input);
  return (
    <FieldFrame {...frame}>
      <input ref={input} className={styles.control} type="text" autoComplete="off" {...control} />
      {widget.config.floatingSuffix && <Suffix text={widget.config.floatingSuffix} />}
    </FieldFrame>
  );
}

function Area({ widget, row }: ViewProps<'text_input'>) {
  const input = useRef<HTMLTextAreaElement>(null);
  const { frame, control } = useTextControl(widget, row, input);
  const { autoResize, minRows, maxRows } = widget.config;
  useAutoResize(widget, row, autoResize ? input : noRef);
  return (
    <FieldFrame {...frame}>
      <textarea
        ref={input}
        className={autoResize ? styles.growing : styles.area}
        style={{ '--least-rows': minRows, '--most-rows': Math.max(minRows, maxRows) }}
        rows={minRows}
        {...control}
      />
      {widget.config.floatingSuffix && <Suffix text={widget.config.floatingSuffix} />}
    </FieldFrame>
  );
}

/** The props of a text's frame and control. */
function useTextControl<E extends HTMLInputElement | HTMLTextAreaElement>(
  widget: FormWidget<'text_input'>,
  row: Row,
  input: RefObject<E | null>,
) {
  const field = useField(widget, row);
  const { events } = useTypedField(widget, row, input);
  const { id, isReadOnly, isDisabled, ariaProps } = field;
  const { placeholder, maxLength } = widget.config;
  return {
    frame: {
      widget,
      field,
      below: maxLength === undefined ? null : <CharacterCounter widget={widget} row={row} />,
    },
    control: { id, placeholder, readOnly: isReadOnly, disabled: isDisabled, ...ariaProps, ...events },
  };
}

const noRef = { current: null };

/** Auto-resizes a textarea to its content, within the limits of its styles, in browsers without `field-sizing`. */
function useAutoResize(widget: ValidWidget, row: Row, area: RefObject<HTMLTextAreaElement | null>): void {
  const store = useFormStore();
  useLayoutEffect(() => {
    if (CSS.supports('field-sizing', 'content')) return undefined;
    const resize = () => {
      const element = area.current;
      if (!element) return;
      element.style.height = 'auto';
      element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
    };
    resize();
    return store.subscribe(widget, row, resize);
  }, [store, widget, row, area]);
}

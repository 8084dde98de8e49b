import { type RefObject, useLayoutEffect } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { useFormStore } from '../store/hooks.ts';

/** Auto-resizes a textarea to its content, within the limits of its styles, in browsers without `field-sizing`. */
export function useAutoResize(widget: ValidWidget, row: Row, area: RefObject<HTMLTextAreaElement | null>): void {
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

import { type RefObject, useMemo } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { localToday } from '../dates/today.ts';
import { useStore } from '../store/hooks.ts';
import { onTyping } from '../store/typing.ts';
import { fieldKindOf, fieldSource } from '../typed/fieldKind.ts';
import type { TypedField } from '../typed/typedField.ts';
import type { TypedSource } from '../typed/typedInput.ts';
import { plainKind } from '../typed/typedKinds.ts';
import { useTypedInput } from '../typed/useTypedInput.ts';

/** Returns the value of a widget in one row, as a source for a text control. */
export function useFieldSource(widget: ValidWidget, row: Row): TypedSource {
  const store = useStore();
  return useMemo(() => fieldSource(store, widget, row), [store, widget, row]);
}

/** Binds the text control of a widget to the form store, without React renders while the user types. */
export function useTypedField<E extends HTMLInputElement | HTMLTextAreaElement>(
  widget: ValidWidget,
  row: Row,
  input: RefObject<E | null>,
  onPaint?: (field: TypedField) => void,
) {
  const store = useStore();
  const source = useFieldSource(widget, row);
  const kind = useMemo(
    () => fieldKindOf(widget, { today: localToday, context: store.context }) ?? plainKind,
    [widget, store],
  );
  return useTypedInput({ input, kind, source, listen: onTyping, ...(onPaint ? { onPaint } : {}) });
}

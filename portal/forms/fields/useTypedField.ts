import { type RefObject, useMemo } from 'react';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { ValidWidget } from '#schemas/forms/form.ts';
import { localToday } from '../dates/days.ts';
import { useFormStore } from '../store/hooks.ts';
import { onInputEvent } from '../store/inputDelegation.ts';
import { formFieldSource, typedKindOf } from '../typed/fieldKind.ts';
import type { TypedField } from '../typed/typedField.ts';
import type { TypedSource } from '../typed/typedInput.ts';
import { plainKind } from '../typed/typedKinds.ts';
import { useTypedInput } from '../typed/useTypedInput.ts';

/** Returns the value of a widget in one row, as a source for a text control. */
export function useFieldSource(widget: ValidWidget, row: Row): TypedSource {
  const store = useFormStore();
  return useMemo(() => formFieldSource(store, widget, row), [store, widget, row]);
}

/** Binds the text control of a widget to the form store, without React renders while the user types. */
export function useTypedField<E extends HTMLInputElement | HTMLTextAreaElement>(
  widget: ValidWidget,
  row: Row,
  input: RefObject<E | null>,
  onPaint?: (field: TypedField) => void,
) {
  const store = useFormStore();
  const source = useFieldSource(widget, row);
  const kind = useMemo(
    () => typedKindOf(widget, { today: localToday, context: store.context }) ?? plainKind,
    [widget, store],
  );
  return useTypedInput({ input, kind, source, listen: onInputEvent, ...(onPaint ? { onPaint } : {}) });
}

import { useCallback } from 'react';
import type { HiddenField } from '#schemas/forms/why/hidden-fields.ts';
import { explainHidden } from '#schemas/forms/why/why.ts';
import { useStore } from '../store/hooks.ts';
import { Sentences } from './Sentences.tsx';
import { useTold } from './useTold.ts';

/** Explains why a script hides a field. The default export is for the lazy import. */
export default function HiddenText({ field }: { field: HiddenField }) {
  const store = useStore();
  const { widget, row, script } = field;
  const explain = useCallback(
    () => explainHidden({ widget, row, script }, store.context()),
    [store, widget, row, script],
  );
  return <Sentences told={useTold(explain)} />;
}

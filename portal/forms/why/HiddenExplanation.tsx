import { useCallback } from 'react';
import { explainHidden } from '#schemas/forms/why/explain.ts';
import type { HiddenField } from '#schemas/forms/why/hidden-fields.ts';
import { useFormStore } from '../store/hooks.ts';
import { ExplanationSteps } from './ExplanationSteps.tsx';
import { useExplanation } from './useExplanation.ts';

/** Explains why a script hides a field. The default export is for the lazy import. */
export default function HiddenExplanation({ field }: { field: HiddenField }) {
  const store = useFormStore();
  const { widget, row, script } = field;
  const explain = useCallback(
    () => explainHidden({ widget, row, script }, store.context()),
    [store, widget, row, script],
  );
  return <ExplanationSteps steps={useExplanation(explain)} />;
}

import { useCallback, useMemo } from 'react';
import { pathOf } from '#schemas/forms/filling/places.ts';
import type { Row } from '#schemas/forms/filling/row.ts';
import type { Problem, ValidWidget } from '#schemas/forms/form.ts';
import { widgetName } from '#schemas/forms/name-of.ts';
import { scriptBehind } from '#schemas/forms/why/script-behind.ts';
import { lazyComponent } from '../lazyComponent.tsx';
import { useFormStore } from '../store/hooks.ts';
import { ExplanationFailed, ExplanationLoading } from './ExplanationFallbacks.tsx';
import { WhyDisclosure } from './WhyDisclosure.tsx';

// Lazy: the explanation needs the rules language, which is not needed to fill in a form.
const LazyErrorExplanation = lazyComponent(async () => (await import('./Explanations.tsx')).ErrorExplanation, {
  fallback: ExplanationLoading,
  errorFallback: ExplanationFailed,
});

interface WhyErrorProps {
  widget: ValidWidget;
  row: Row;
  messages: readonly string[];
}

/** The 'Why?' button next to a field's errors, if a script reports them. */
export function WhyFieldError({ widget, row, messages }: WhyErrorProps) {
  const pathNow = useCallback(() => pathOf(widget, row), [widget, row]);
  return <WhyErrorAt name={widgetName(widget)} pathNow={pathNow} messages={messages} />;
}

/** The 'Why?' button for an error that no field shows. */
export function WhyFormError({ name, problem: { path, message } }: { name: string; problem: Problem }) {
  const pathNow = useCallback(() => path, [path]);
  const messages = useMemo(() => [message], [message]);
  return <WhyErrorAt name={name} pathNow={pathNow} messages={messages} />;
}

interface WhyErrorAtProps {
  name: string;
  pathNow: () => string;
  messages: readonly string[];
}

function WhyErrorAt({ name, pathNow, messages }: WhyErrorAtProps) {
  const store = useFormStore();
  const path = pathNow();
  const context = store.context();
  if (!messages.some((message) => scriptBehind(store.form, store.rootRow(), { path, message, context }))) return null;
  return (
    <WhyDisclosure about={`${name} is rejected`}>
      <LazyErrorExplanation pathNow={pathNow} messages={messages} />
    </WhyDisclosure>
  );
}
